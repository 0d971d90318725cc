import { userInfo } from 'node:os';
import { makeContext, type Actor, type ServiceContext } from '../services/context.ts';
import { loadSettings, type Settings } from '../start/settings.ts';

/**
 * Runs `work` as the operator. Uses the external database or the database of the running instance, or else starts the
 * embedded database temporarily.
 */
export async function withServices<Result>(
  work: (context: ServiceContext, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/commands/open-installation.ts');
  const settings = loadSettings();
  const installation = await openInstallation(settings);
  try {
    return await work(makeContext(installation.database, operatorActor()), settings);
  } finally {
    await installation.close();
  }
}

export function operatorActor(): Actor {
  return { type: 'operator', label: `command line (${operatorName()})` };
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user ID that has no account.
    return `user ${process.getuid?.()}`;
  }
}

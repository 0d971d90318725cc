import { userInfo } from 'node:os';
import type { ServiceContext } from '../services/context.ts';
import { loadSettings, type Settings } from '../start/settings.ts';

/** Runs a verb as the operator of this installation, whether or not an instance runs beside. */
export async function withServices<Result>(
  work: (context: ServiceContext, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/open-installation.ts');
  const settings = loadSettings();
  const installation = await openInstallation(settings);
  try {
    const label = `command line (${operatorName()})`;
    const actor = { type: 'operator', label } as const;
    return await work({ database: installation.database, actor, now: () => new Date() }, settings);
  } finally {
    await installation.close();
  }
}

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user number without an account, as in a container.
    return `user ${process.getuid?.()}`;
  }
}

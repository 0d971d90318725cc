import { userInfo } from 'node:os';
import type { ServiceContext } from '../services/context.ts';
import { loadSettings } from '../start/settings.ts';

/** Runs a verb as the operator of this installation, whether or not an instance runs beside. */
export async function withServices<Result>(
  work: (context: ServiceContext) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/open-installation.ts');
  const installation = await openInstallation(loadSettings());
  try {
    const label = `command line (${operatorName()})`;
    return await work({
      database: installation.database,
      actor: { type: 'operator', label },
      now: () => new Date(),
    });
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

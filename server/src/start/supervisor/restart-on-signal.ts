import type { DataDirectory } from '../../engines/data-directory.ts';
import { describeError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { restartSignal, writeRestart } from '../instance.ts';
import type { Roles } from './roles.ts';

type RestartOptions = {
  roles: Pick<Roles, 'restart'>;
  directory: DataDirectory;
  // Called before each restart. Returns false if a restart is not needed.
  prepare: () => Promise<boolean>;
  logger: Logger;
};

// Restarts all roles when a command requests it, and stores the result for the command.
export function restartOnSignal({ roles, directory, prepare, logger }: RestartOptions): void {
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;
  const run = async () => {
    do {
      isRequestedAgain = false;
      const startedAt = new Date().toISOString();
      try {
        if (!(await prepare())) {
          writeRestart(directory, { startedAt, restarted: [], failed: [] });
          continue;
        }
        logger.info('restarting all roles');
        const result = await roles.restart();
        writeRestart(directory, { startedAt, ...result });
        if (result.failed.length === 0) logger.info('restarted all roles');
        else logger.error({ failed: result.failed }, 'failed to restart some roles');
      } catch (error) {
        logger.error({ err: error }, 'failed to restart the roles');
        const failed = [{ name: 'all processes', why: describeError(error) }];
        writeRestart(directory, { startedAt, restarted: [], failed });
      }
    } while (isRequestedAgain);
  };
  process.on(restartSignal, () => {
    isRequestedAgain = true;
    running ??= run().finally(() => (running = undefined));
  });
}

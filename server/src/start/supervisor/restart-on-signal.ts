import type { DataDirectory } from '../../engines/data-directory.ts';
import type { Logger } from '../../platform/logger.ts';
import { restartSignal, writeRestart } from '../instance.ts';
import type { Roles } from './roles.ts';

/** Restarts all roles when `waypost restart` requests it, and stores the result for the command. */
export function restartOnSignal(
  roles: Pick<Roles, 'restart'>,
  directory: DataDirectory,
  logger: Logger,
): void {
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;
  const run = async () => {
    do {
      isRequestedAgain = false;
      const startedAt = new Date().toISOString();
      logger.info('restarting all roles');
      try {
        const result = await roles.restart();
        writeRestart(directory, { startedAt, ...result });
        if (result.failed.length === 0) logger.info('restarted all roles');
        else logger.error({ failed: result.failed }, 'failed to restart some roles');
      } catch (error) {
        logger.error({ err: error }, 'failed to restart the roles');
      }
    } while (isRequestedAgain);
  };
  process.on(restartSignal, () => {
    isRequestedAgain = true;
    running ??= run().finally(() => (running = undefined));
  });
}

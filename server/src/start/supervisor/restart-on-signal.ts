import { describeError } from '../../platform/errors.ts';
import { restartSignal, writeRestart } from '../instance.ts';
import { readSwitchRequest } from '../switch-request.ts';
import type { Roles } from './roles.ts';
import { switchProgram, type SwitchOptions } from './switch-program.ts';

type RestartOptions = SwitchOptions & {
  roles: Pick<Roles, 'restart'>;
  // Called before each restart. Returns false if a restart is not needed.
  prepare: () => Promise<boolean>;
};

// Restarts all roles or switches them to another version when a command requests it, and stores the result for the
// command.
export function restartOnSignal(options: RestartOptions): void {
  const { roles, directory, prepare, logger } = options;
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
        const request = readSwitchRequest(directory);
        if (request !== undefined) {
          await switchProgram(request, options);
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

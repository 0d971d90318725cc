import type { Logger } from './logger.ts';
import type { RunningProcess } from './supervised-process.ts';

const intervalMs = 5_000;
// It takes about half a minute to reach this number of failures, which is longer than a busy process needs to respond.
const failuresMax = 5;

/** Kills a process that stops responding, so that it is restarted. */
export function watchProcess(
  name: string,
  watched: Pick<RunningProcess, 'exited' | 'kill'> & { isResponding: () => Promise<boolean> },
  logger: Logger,
): void {
  let failures = 0;
  const timer = setInterval(() => {
    void check();
  }, intervalMs).unref();
  const check = async () => {
    failures = (await watched.isResponding()) ? 0 : failures + 1;
    if (failures < failuresMax) return;
    clearInterval(timer);
    logger.error({ process: name }, `${name} is not responding, restarting it`);
    watched.kill();
  };
  void watched.exited.then(() => clearInterval(timer));
}

import type { Logger } from '../platform/logger.ts';
import type { RunningEngine } from './engine.ts';

const intervalMs = 5_000;
// This number of failures takes about half a minute, longer than a busy engine needs to respond.
const failuresMax = 5;

export function watchEngine(name: string, engine: RunningEngine, logger: Logger): void {
  let failures = 0;
  const timer = setInterval(() => {
    void check();
  }, intervalMs).unref();
  const check = async () => {
    failures = (await engine.isResponding()) ? 0 : failures + 1;
    if (failures < failuresMax) return;
    clearInterval(timer);
    logger.error({ process: name }, `${name} is not responding, restarting it`);
    engine.kill();
  };
  void engine.exited.then(() => clearInterval(timer));
}

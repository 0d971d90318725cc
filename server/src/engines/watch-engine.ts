import type { Logger } from '../platform/logger.ts';
import type { RunningEngine } from './engine.ts';

const intervalMs = 5_000;
// About half a minute: longer than a busy engine is silent, shorter than a person would wait.
const silencesMax = 5;

/**
 * An engine that runs and does not answer is as good as dead, and nothing else would end it: it is killed, and whoever
 * keeps it running starts it again.
 */
export function watchEngine(name: string, engine: RunningEngine, logger: Logger): void {
  let silences = 0;
  const timer = setInterval(() => {
    void look();
  }, intervalMs).unref();
  const look = async () => {
    silences = (await engine.answers()) ? 0 : silences + 1;
    if (silences < silencesMax) return;
    clearInterval(timer);
    logger.error({ process: name }, `${name} runs and does not answer: it is ended and started again`);
    engine.kill();
  };
  void engine.exited.then(() => clearInterval(timer));
}

import type { Logger } from '../platform/logger.ts';

// Below the ten seconds that service managers wait before they force a process, with room for the engines to end.
const orderlyStopMs = 8_000;
const interruptedExitCode = 130;
// One Ctrl-C can arrive twice: from the terminal, and passed on by npm.
const sameKeyMs = 500;

type Stopping = { stopNow: (why: string) => void; isStopping: () => boolean };

/**
 * Runs `stop` once, on the first SIGTERM or SIGINT, and ends the process. A second Ctrl-C, or a stop that takes too
 * long, ends it at once through `force`; what is left notices that its owner is gone and ends too.
 */
export function stopOnSignals(options: {
  stop: () => Promise<void>;
  force?: () => void;
  logger: Logger;
}): Stopping {
  const force = (code: number): never => {
    options.force?.();
    process.exit(code);
  };
  let stoppingSince: number | undefined;
  const begin = (why: string) => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    options.logger.info({ why }, 'stopping');
    setTimeout(() => {
      options.logger.error('the orderly stop took too long');
      force(1);
    }, orderlyStopMs).unref();
    options.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        options.logger.error({ err: error }, 'the stop failed');
        force(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > sameKeyMs)
      force(interruptedExitCode);
    begin('SIGINT');
  });
  return { stopNow: begin, isStopping: () => stoppingSince !== undefined };
}

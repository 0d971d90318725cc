import type { Logger } from '../platform/logger.ts';

// Service managers kill a process after ten seconds. This timeout leaves two seconds for stopping the engines.
const gracefulStopMs = 8_000;
const interruptedExitCode = 130;
// A single Ctrl-C can arrive twice: from the terminal, and forwarded by npm.
const repeatedSignalMs = 500;

type ShutdownHandle = { stopNow: (why: string, limitMs?: number) => void; isStopping: () => boolean };

/**
 * Runs `stop` on the first SIGTERM or SIGINT, then exits. A second Ctrl-C or a timeout calls `force` and exits
 * immediately; remaining child processes notice that their parent is gone and exit as well.
 */
export function stopOnSignals(options: {
  stop: () => Promise<void>;
  force?: () => void;
  // Part that is being stopped, for the message of a timeout.
  stoppingPart?: () => string | undefined;
  logger: Logger;
}): ShutdownHandle {
  const force = (code: number): never => {
    options.force?.();
    process.exit(code);
  };
  let stoppingSince: number | undefined;
  const begin = (why: string, limitMs = gracefulStopMs) => {
    // A second request to stop can have a shorter time limit.
    setTimeout(() => {
      options.logger.error({ part: options.stoppingPart?.(), limitMs }, 'graceful shutdown timed out');
      force(1);
    }, limitMs).unref();
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    options.logger.info({ why }, 'stopping');
    options.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        options.logger.error({ err: error }, 'shutdown failed');
        force(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > repeatedSignalMs)
      force(interruptedExitCode);
    begin('SIGINT');
  });
  return { stopNow: begin, isStopping: () => stoppingSince !== undefined };
}

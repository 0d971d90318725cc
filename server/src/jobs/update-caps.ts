import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { ServiceContext } from '../services/context.ts';
import { countCaps, type CountForCaps } from '../services/publishing/count-caps.ts';

const everyMs = 1_000;

/** Determines which offers and paths have reached their caps. Only one worker counts at a time. */
export function updateCaps(context: ServiceContext, countForCaps: CountForCaps, logger: Logger): Loop {
  const reporter = new FailureReporter(logger, {
    failed:
      'failed to count usage for caps, retrying; capped offers and paths remain capped until the end of the hour or day',
    resolved: 'resumed counting usage for caps',
  });
  const work = async () => {
    const startedAt = performance.now();
    try {
      await countCaps(context, countForCaps);
      reporter.end();
    } catch (error) {
      reporter.note(describeError((error as Error).cause ?? error));
    }
    const tookMs = performance.now() - startedAt;
    // A slow count means that the database is busy, so the pause is twice as long as the count took.
    return Math.max(everyMs - tookMs, 2 * tookMs);
  };
  return new Loop({ everyMs, work });
}

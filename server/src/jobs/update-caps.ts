import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { ServiceContext } from '../services/context.ts';
import { countCaps, type CountForCaps } from '../services/publishing/count-caps.ts';

const everyMs = 1_000;

/** Keeps which offers and paths are full, for as long as it is wanted. Of several workers one counts at a time. */
export function updateCaps(context: ServiceContext, countForCaps: CountForCaps, logger: Logger): Loop {
  const trouble = new FailureReporter(logger, {
    begun: 'offers and paths with caps cannot be counted; what is full stays full until its hour or day ends',
    over: 'offers and paths with caps are counted again',
  });
  const work = async () => {
    const startedAt = performance.now();
    try {
      await countCaps(context, countForCaps);
      trouble.end();
    } catch (error) {
      trouble.note(describeError((error as Error).cause ?? error));
    }
    const tookMs = performance.now() - startedAt;
    // A count that takes long is one that the engine has trouble with: it gets twice as long to rest from it.
    return Math.max(everyMs - tookMs, 2 * tookMs);
  };
  return new Loop({ everyMs, work });
}

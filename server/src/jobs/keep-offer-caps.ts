import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { Trouble } from '../platform/trouble.ts';
import type { ServiceContext } from '../services/context.ts';
import { countOfferCaps, type CountOffers } from '../services/publishing/count-offer-caps.ts';

const everyMs = 1_000;

/** Keeps which offers are full, for as long as it is wanted. Of several workers one counts at a time. */
export function keepOfferCaps(context: ServiceContext, countOffers: CountOffers, logger: Logger): Loop {
  const trouble = new Trouble(logger, {
    begun: 'offers with a cap cannot be counted; what is full stays full until its day ends',
    over: 'offers with a cap are counted again',
  });
  const work = async () => {
    const startedAt = performance.now();
    try {
      await countOfferCaps(context, countOffers);
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

import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { ServiceContext } from '../services/context.ts';
import { countOfferCaps, type CountOffers } from '../services/publishing/count-offer-caps.ts';
import { Loop } from './loop.ts';

const everyMs = 1_000;

/** Keeps which offers are full, for as long as it is wanted. Of several workers one counts at a time. */
export class OfferCaps {
  readonly #context: ServiceContext;
  readonly #countOffers: CountOffers;
  readonly #logger: Logger;
  readonly #loop: Loop;
  #isFailing = false;

  constructor(context: ServiceContext, countOffers: CountOffers, logger: Logger) {
    this.#context = context;
    this.#countOffers = countOffers;
    this.#logger = logger;
    this.#loop = new Loop(() => this.#step());
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #step(): Promise<number> {
    const startedAt = performance.now();
    await this.#count();
    const tookMs = performance.now() - startedAt;
    // A count that takes long is one that the engine has trouble with: it gets twice as long to rest from it.
    return Math.max(everyMs - tookMs, 2 * tookMs);
  }

  /** What is wrong is said once, and once more when it is over. */
  async #count(): Promise<void> {
    try {
      await countOfferCaps(this.#context, this.#countOffers);
      if (this.#isFailing) this.#logger.info('offers with a cap are counted again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#logger.warn(
          { why: describeError((error as Error).cause ?? error) },
          'offers with a cap cannot be counted; what is full stays full until its day ends',
        );
      this.#isFailing = true;
    }
  }
}

import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { processCostEntry, type CostWork } from '../services/costs/process-cost-entry.ts';
import { Loop } from './loop.ts';

const everyMs = 500;

/** Spreads cost entries over their visits, and takes them back, for as long as it is wanted. Workers take different ones. */
export class CostSpreader {
  readonly #work: CostWork;
  readonly #logger: Logger;
  readonly #loop: Loop;
  #isFailing = false;

  constructor(work: CostWork, logger: Logger) {
    this.#work = work;
    this.#logger = logger;
    this.#loop = new Loop(async (signal) => {
      await this.#workOff(signal);
      return everyMs;
    });
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** What is wrong is said once, and once more when it is over. */
  async #workOff(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await processCostEntry(this.#work)) !== undefined) this.#recover();
    } catch (error) {
      if (!this.#isFailing)
        this.#logger.warn({ why: describeError(error) }, 'costs cannot be spread; it is tried again');
      this.#isFailing = true;
    }
  }

  #recover(): void {
    if (this.#isFailing) this.#logger.info('costs are spread again');
    this.#isFailing = false;
  }
}

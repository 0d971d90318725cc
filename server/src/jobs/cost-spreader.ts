import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { workOnCosts, type CostWork } from '../services/costs/work-on-costs.ts';

const everyMs = 500;

/** Spreads cost entries over their visits, and takes them back, for as long as it is wanted. Workers take different ones. */
export class CostSpreader {
  readonly #work: CostWork;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void>;
  #isStopped = false;
  #isFailing = false;

  constructor(work: CostWork, logger: Logger) {
    this.#work = work;
    this.#logger = logger;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#workOff();
    if (!this.#isStopped) this.#timer = setTimeout(() => void (this.#running = this.#run()), everyMs).unref();
  }

  /** What is wrong is said once, and once more when it is over. */
  async #workOff(): Promise<void> {
    try {
      while (!this.#isStopped && (await workOnCosts(this.#work)) !== undefined) this.#recover();
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

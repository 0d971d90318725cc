type FairSemaphoreOptions = {
  /** Maximum number of running tasks per key. */
  share: number;
  /** Maximum number of running tasks across all keys. Tasks above this limit are rejected immediately. */
  total?: number;
  waitingMax?: number;
  waitMs?: number;
  /** Creates the error for a task that exceeds a limit or waits too long. */
  refuse: () => Error;
};

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Limits the concurrency of each key, first come, first served. Many tasks with the same key delay only each other, and
 * capacity remains for other keys.
 */
export class FairSemaphore {
  readonly #options: Required<FairSemaphoreOptions>;
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(options: FairSemaphoreOptions) {
    const { POSITIVE_INFINITY: unlimited } = Number;
    this.#options = { total: unlimited, waitingMax: unlimited, waitMs: unlimited, ...options };
  }

  get running(): number {
    return this.#running;
  }

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const { share, total, refuse } = this.#options;
    if (this.#running >= total) throw refuse();
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (lane.running >= share) await this.#wait(lane);
    else {
      lane.running += 1;
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      this.#release(key, lane);
    }
  }

  // Hands the slot to the next waiting task instead of freeing the slot, so that a new task cannot overtake waiting
  // tasks.
  #release(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    this.#running -= 1;
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(key);
  }

  async #wait({ waiting }: Lane): Promise<void> {
    const { waitingMax, waitMs, refuse } = this.#options;
    if (waiting.length >= waitingMax) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(admit), 1);
        reject(refuse());
      };
      const timer = Number.isFinite(waitMs) ? setTimeout(giveUp, waitMs) : undefined;
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(admit);
    });
  }
}

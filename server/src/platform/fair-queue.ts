type FairQueueOptions = {
  concurrencyMax: number;
  waitingMax: number;
  waitingTotalMax: number;
  waitMs: number;
  createError: () => Error;
};

/**
 * Limits concurrency with one queue per key, served round-robin. Many tasks with the same key delay only each other: a
 * single task with a different key waits for at most one task from each of the other queues.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  // Keys are in the order in which they are served. A key that was served moves to the end.
  readonly #queues = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.concurrencyMax) this.#running += 1;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  // Hands the slot to the next waiting task instead of freeing the slot, so that a new task cannot overtake waiting
  // tasks.
  #release(): void {
    const [first] = this.#queues;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [key, queue] = first;
    const admit = queue[0];
    this.#queues.delete(key);
    this.#queues.set(key, queue);
    admit?.();
  }

  async #wait(key: string): Promise<void> {
    const { waitingMax, waitingTotalMax, waitMs, createError } = this.#options;
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= waitingMax || this.#waiting >= waitingTotalMax) throw createError();
    this.#queues.set(key, queue);
    this.#waiting += 1;
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        this.#dequeue(key, queue, admit);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#dequeue(key, queue, admit);
        reject(createError());
      }, waitMs);
      queue.push(admit);
    });
  }

  #dequeue(key: string, queue: (() => void)[], admit: () => void): void {
    queue.splice(queue.indexOf(admit), 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(key);
  }
}

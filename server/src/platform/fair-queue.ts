type FairQueueOptions = {
  /** What all parties together may have under way. */
  atOnceMax: number;
  /** How many of one party may wait, and of all together. */
  waitingMax: number;
  waitingTotalMax: number;
  /** How long each of them waits at most. */
  waitMs: number;
  /** What is thrown at whom there is no room for. */
  refuse: () => Error;
};

/**
 * One line for each of many parties before something scarce; the lines are let in by turns. One that asks for everything
 * waits for itself: who comes alone waits for at most one of each other party.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order in which they are let in; a party that had its turn goes to the end. */
  readonly #lines = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  async take<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.atOnceMax) this.#running += 1;
    else await this.#wait(party);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Handed over, not given back: who comes in between must not get in before those who wait. */
  #leave(): void {
    const [first] = this.#lines;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [party, line] = first;
    const letIn = line[0];
    this.#lines.delete(party);
    this.#lines.set(party, line);
    letIn?.();
  }

  async #wait(party: string): Promise<void> {
    const { waitingMax, waitingTotalMax, waitMs, refuse } = this.#options;
    const line = this.#lines.get(party) ?? [];
    if (line.length >= waitingMax || this.#waiting >= waitingTotalMax) throw refuse();
    this.#lines.set(party, line);
    this.#waiting += 1;
    await new Promise<void>((resolve, reject) => {
      const letIn = () => {
        clearTimeout(timer);
        this.#stepOut(party, line, letIn);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#stepOut(party, line, letIn);
        reject(refuse());
      }, waitMs);
      line.push(letIn);
    });
  }

  #stepOut(party: string, line: (() => void)[], letIn: () => void): void {
    line.splice(line.indexOf(letIn), 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(party);
  }
}

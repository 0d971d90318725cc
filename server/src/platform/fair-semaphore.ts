type TurnsOptions = {
  /** What each party may have under way at once. */
  share: number;
  /** What all of them together may have; who comes beyond it is refused. */
  total?: number;
  /** How many of one party may wait until another of its own has ended. */
  waitingMax?: number;
  /** How long each of them waits. */
  waitMs?: number;
  /** What is thrown at whom there is no room for. */
  refuse: () => Error;
};

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Gives each of many parties at most a share of something scarce, in the order of asking: one that asks for everything
 * waits for itself, and the others find what is left.
 */
export class FairSemaphore {
  readonly #options: Required<TurnsOptions>;
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;

  constructor(options: TurnsOptions) {
    const { POSITIVE_INFINITY: unlimited } = Number;
    this.#options = { total: unlimited, waitingMax: unlimited, waitMs: unlimited, ...options };
  }

  get underWay(): number {
    return this.#underWay;
  }

  async take<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    const { share, total, refuse } = this.#options;
    if (this.#underWay >= total) throw refuse();
    const lane = this.#lanes.get(party) ?? { running: 0, waiting: [] };
    this.#lanes.set(party, lane);
    if (lane.running >= share) await this.#wait(lane);
    else {
      lane.running += 1;
      this.#underWay += 1;
    }
    try {
      return await work();
    } finally {
      this.#leave(party, lane);
    }
  }

  /** Handed over, not given back: who comes in between must not get in beside the one that waits. */
  #leave(party: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    this.#underWay -= 1;
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(party);
  }

  async #wait({ waiting }: Lane): Promise<void> {
    const { waitingMax, waitMs, refuse } = this.#options;
    if (waiting.length >= waitingMax) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(letIn), 1);
        reject(refuse());
      };
      const timer = Number.isFinite(waitMs) ? setTimeout(giveUp, waitMs) : undefined;
      const letIn = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(letIn);
    });
  }
}

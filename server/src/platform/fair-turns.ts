import { WaypostError } from './errors.ts';

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Gives each of many parties at most a share of something scarce, in the order of asking: one that asks for everything
 * waits for itself, and the others find what is left.
 */
export class FairTurns {
  readonly #share: number;
  readonly #waitMs: number;
  readonly #lanes = new Map<string, Lane>();

  constructor(share: number, waitMs: number) {
    this.#share = share;
    this.#waitMs = waitMs;
  }

  async take<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(party) ?? { running: 0, waiting: [] };
    this.#lanes.set(party, lane);
    // Who is let in by one that ends takes over its place.
    if (lane.running >= this.#share) await this.#wait(lane);
    else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else if ((lane.running -= 1) === 0) this.#lanes.delete(party);
    }
  }

  async #wait(lane: Lane): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const letIn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(letIn), 1);
        reject(new WaypostError('SERVICE_UNAVAILABLE', 'too much is under way in this workspace'));
      }, this.#waitMs);
      lane.waiting.push(letIn);
    });
  }
}

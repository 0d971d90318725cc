/** Tells whether a time lies in a month of UTC. Rows of two months never share a segment: a batch is one partition. */
export class Month {
  readonly startMs: number;
  readonly #endMs: number;

  constructor(timeMs: number) {
    const time = new Date(timeMs);
    this.startMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
    this.#endMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
  }

  includes(timeMs: number): boolean {
    return timeMs >= this.startMs && timeMs < this.#endMs;
  }
}

/** Counts calls under way, in all and for each host. It has no queue: who finds no room is told so at once. */
export class CallSlots {
  readonly #callsMax: number;
  readonly #callsPerHostMax: number;
  readonly #perHost = new Map<string, number>();
  #total = 0;

  constructor({ callsMax, callsPerHostMax }: { callsMax: number; callsPerHostMax: number }) {
    this.#callsMax = callsMax;
    this.#callsPerHostMax = callsPerHostMax;
  }

  get total(): number {
    return this.#total;
  }

  take(host: string): boolean {
    const taken = this.#perHost.get(host) ?? 0;
    if (this.#total >= this.#callsMax || taken >= this.#callsPerHostMax) return false;
    this.#total += 1;
    this.#perHost.set(host, taken + 1);
    return true;
  }

  release(host: string): void {
    const left = (this.#perHost.get(host) ?? 0) - 1;
    this.#total -= 1;
    if (left > 0) this.#perHost.set(host, left);
    else this.#perHost.delete(host);
  }
}

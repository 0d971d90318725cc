import { networkOf } from '../domain/address-network.ts';

const hourMs = 3_600_000;

/**
 * How often something may happen for one key within an hour of the clock. In memory, and of this process: it keeps out
 * a flood, and counts nothing exactly. Keys that are too many are all forgotten at once rather than kept.
 */
export class HourlyLimit {
  readonly #most: number;
  readonly #keysMax: number;
  readonly #counts = new Map<string, number>();
  #hour = 0;

  constructor(most: number, keysMax: number) {
    this.#most = most;
    this.#keysMax = keysMax;
  }

  /** Whether it may happen once more; then it is counted. */
  take(key: string, timeMs: number): boolean {
    const hour = Math.floor(timeMs / hourMs);
    const count = this.#counts.get(key) ?? 0;
    if (hour !== this.#hour || (count === 0 && this.#counts.size >= this.#keysMax)) {
      this.#counts.clear();
      this.#hour = hour;
      return this.take(key, timeMs);
    }
    if (count >= this.#most) return false;
    this.#counts.set(key, count + 1);
    return true;
  }
}

const perVisit = 30;
// Many visitors may share one address; one visitor may have all of a small network.
const perAddress = 1_000;
const ofOneVisitor = { ipv4: 32, ipv6: 64 };
const keysMax = 20_000;

type Addition = { kind: 'events' | 'tags'; visitId: string; address: string; timeMs: number };

/** How many events and tags pages may add to a visit within an hour, and from one address to all visits. */
export class PageLimits {
  readonly #ofVisits = {
    events: new HourlyLimit(perVisit, keysMax),
    tags: new HourlyLimit(perVisit, keysMax),
  };
  readonly #ofAddresses = new HourlyLimit(perAddress, keysMax);

  /** Whether this one may be kept; then it is counted. */
  take({ kind, visitId, address, timeMs }: Addition): boolean {
    return (
      this.#ofVisits[kind].take(visitId, timeMs) &&
      this.#ofAddresses.take(networkOf(address, ofOneVisitor) ?? address, timeMs)
    );
  }
}

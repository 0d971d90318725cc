import { networkOf } from '../domain/address-network.ts';

const hourMs = 3_600_000;

/**
 * Limits actions per key and clock hour. The counts are kept in the memory of each process, so they are not exact, but
 * they are enough to stop floods. All keys are dropped together when there are too many.
 */
export class HourlyLimit {
  readonly #max: number;
  readonly #keysMax: number;
  readonly #counts = new Map<string, number>();
  #hour = 0;

  constructor(max: number, keysMax: number) {
    this.#max = max;
    this.#keysMax = keysMax;
  }

  take(key: string, timeMs: number): boolean {
    const hour = Math.floor(timeMs / hourMs);
    const count = this.#counts.get(key) ?? 0;
    if (hour !== this.#hour || (count === 0 && this.#counts.size >= this.#keysMax)) {
      this.#counts.clear();
      this.#hour = hour;
      return this.take(key, timeMs);
    }
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }
}

const perVisit = 30;
// Many visitors may share one IPv4 address, while one visitor may have a whole /64 of IPv6.
const perAddress = 1_000;
const visitorPrefixBits = { ipv4: 32, ipv6: 64 };
const keysMax = 20_000;

type Addition = { kind: 'events' | 'tags'; visitId: string; address: string; timeMs: number };

export class PageLimits {
  readonly #byVisit = {
    events: new HourlyLimit(perVisit, keysMax),
    tags: new HourlyLimit(perVisit, keysMax),
  };
  readonly #byAddress = new HourlyLimit(perAddress, keysMax);

  take({ kind, visitId, address, timeMs }: Addition): boolean {
    return (
      this.#byVisit[kind].take(visitId, timeMs) &&
      this.#byAddress.take(networkOf(address, visitorPrefixBits) ?? address, timeMs)
    );
  }
}

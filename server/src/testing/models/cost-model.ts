import { multiplyModelUnits, toModelUnits } from './conversion-model.ts';

type ModelVisit = { visitId: string; day: string; timeMs: number; token: string };

/** As people enter it: days are whole, and no token means all visits. */
export type ModelCost = {
  from: string;
  to: string;
  token: string | null;
  mode: 'add' | 'correct' | 'replace';
  amount: string;
  currency: string;
  withdrawOverlapping: boolean;
};

/** Amounts of visits, by where they count: '' is where the visit does, and a conversion may count elsewhere. */
type Shares = Map<string, Map<string, bigint>>;
type Entry = ModelCost & { units: bigint; id: string; isWithdrawn: boolean; shares?: Shares };
/** What a visit costs apart from what people brought in, by where it counts. */
type OwnCost = (visitId: string) => ReadonlyMap<string, bigint>;

/**
 * What costs that people bring in lay on visits, written as plainly as possible and without looking at the real thing:
 * a list of entries, each with the shares of its visits once a worker was at it.
 */
export class CostModel {
  readonly visits: ModelVisit[] = [];
  readonly entries: Entry[] = [];
  readonly #rates: Readonly<Record<string, string>>;

  /** Rates into US dollars. */
  constructor(rates: Readonly<Record<string, string>>) {
    this.#rates = { ...rates, USD: '1' };
  }

  /** Whether it is taken. */
  mayEnter(cost: ModelCost): boolean {
    const { mode, withdrawOverlapping } = cost;
    const given = toModelUnits(cost.amount);
    if (mode === 'add' ? given <= 0n : mode === 'correct' ? given === 0n : given < 0n) return false;
    if (mode !== 'add' && withdrawOverlapping) return false;
    const isNothing = this.#convert(cost) === 0n && given !== 0n;
    const isUnknown = given !== 0n && this.#rates[cost.currency] === undefined;
    if (isNothing || isUnknown || this.#matching(cost).length === 0) return false;
    const others = this.#overlapping(cost);
    const isTheSame = (other: Entry | undefined) =>
      other !== undefined &&
      (['from', 'to', 'token', 'mode', 'amount', 'currency'] as const).every(
        (name) => other[name] === cost[name],
      );
    if (mode === 'replace') return !isTheSame(others.findLast((other) => other.mode === 'replace'));
    if (others.some(isTheSame)) return false;
    if (mode === 'correct') return true;
    const inTheWay = others.filter((other) => other.mode !== 'correct');
    if (inTheWay.length === 0) return true;
    return withdrawOverlapping && !inTheWay.some((other) => this.#isReplaced(other, inTheWay));
  }

  enter(cost: ModelCost, id: string): void {
    if (cost.mode === 'add')
      for (const other of this.#overlapping(cost)) if (other.mode !== 'correct') other.isWithdrawn = true;
    this.entries.push({ ...cost, id, units: this.#convert(cost), isWithdrawn: false });
  }

  /** Whether it is taken; one that is withdrawn already stays as it is. */
  withdraw(entry: Entry): boolean {
    if (!entry.isWithdrawn && this.#isReplaced(entry, [])) return false;
    entry.isWithdrawn = true;
    return true;
  }

  /** A worker comes by, and does one after the other. */
  work(ownCost: OwnCost): void {
    for (const entry of this.entries) {
      if (entry.isWithdrawn || entry.shares !== undefined) continue;
      const visits = this.#matching(entry);
      const spreadOut = spread(entry.units, visits);
      const shares: Shares = new Map(visits.map(({ visitId }) => [visitId, new Map<string, bigint>()]));
      for (const [visitId, places] of shares) {
        addTo(places, '', spreadOut.get(visitId) ?? 0n);
        if (entry.mode !== 'replace') continue;
        for (const [place, cost] of [...ownCost(visitId), ...this.sums(visitId)]) addTo(places, place, -cost);
      }
      entry.shares = shares;
    }
  }

  /** Of one visit, by where it counts. */
  sums(visitId: string): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const { isWithdrawn, shares } of this.entries)
      if (!isWithdrawn) for (const [place, cost] of shares?.get(visitId) ?? []) addTo(sums, place, cost);
    return sums;
  }

  #convert({ amount, currency }: ModelCost): bigint {
    const size = toModelUnits(amount.replace('-', ''));
    const converted = multiplyModelUnits(size, toModelUnits(this.#rates[currency] ?? '0'));
    return amount.startsWith('-') ? -converted : converted;
  }

  #matching({ from, to, token }: ModelCost): ModelVisit[] {
    return this.visits.filter(
      (visit) => visit.day >= from && visit.day <= to && (token === null || visit.token === token),
    );
  }

  /** Whether one that came later, and is none of these, took it out of some visits. */
  #isReplaced(entry: Entry, except: readonly Entry[]): boolean {
    const later = new Set(this.entries.slice(this.entries.indexOf(entry) + 1));
    const standing = this.#overlapping(entry).filter((other) => later.has(other));
    return standing.some((other) => other.mode === 'replace' && !except.includes(other));
  }

  #overlapping({ from, to, token }: ModelCost): Entry[] {
    const isEither = (other: Entry) => token === null || other.token === null || token === other.token;
    return this.entries.filter(
      (other) => !other.isWithdrawn && other.from <= to && other.to >= from && isEither(other),
    );
  }
}

function addTo(sums: Map<string, bigint>, place: string, more: bigint): void {
  sums.set(place, (sums.get(place) ?? 0n) + more);
}

/** The same for each, rounded half to even, and what is left on the last, which never bears less than nothing. */
function spread(units: bigint, visits: readonly ModelVisit[]): Map<string, bigint> {
  if (units < 0n) return new Map([...spread(-units, visits)].map(([visitId, share]) => [visitId, -share]));
  const inOrder = visits.toSorted((left, right) => left.timeMs - right.timeMs);
  const many = BigInt(inOrder.length);
  const [low, twice] = [units / many, (units % many) * 2n];
  const rounded = twice > many || (twice === many && low % 2n === 1n) ? low + 1n : low;
  const each = rounded * (many - 1n) > units ? low : rounded;
  const shares = new Map(inOrder.map(({ visitId }) => [visitId, each]));
  const last = inOrder.at(-1);
  if (last !== undefined) shares.set(last.visitId, units - each * (many - 1n));
  return shares;
}

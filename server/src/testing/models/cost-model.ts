import { multiplyModelUnits, toModelUnits } from './conversion-model.ts';

type ModelVisit = { visitId: string; day: string; timeMs: number; token: string };

/** A cost entry as a user creates it. It covers whole days. If `token` is null, visits with any token match. */
export type ModelCost = {
  from: string;
  to: string;
  token: string | null;
  mode: 'add' | 'correct' | 'replace';
  amount: string;
  currency: string;
  withdrawOverlapping: boolean;
};

/**
 * Amounts by visit and credited offer. The credit '' is the visit's own offer; a conversion can be credited to a
 * different offer.
 */
type Shares = Map<string, Map<string, bigint>>;
type Entry = ModelCost & { units: bigint; id: string; isWithdrawn: boolean; shares?: Shares };
type OwnCost = (visitId: string) => ReadonlyMap<string, bigint>;

/**
 * Independent reference model of cost entries, as simple as possible: a list of entries. An entry has its shares per
 * visit once a worker has distributed it.
 */
export class CostModel {
  readonly visits: ModelVisit[] = [];
  readonly entries: Entry[] = [];
  readonly #rates: Readonly<Record<string, string>>;

  /** Expects exchange rates to US dollars. */
  constructor(rates: Readonly<Record<string, string>>) {
    this.#rates = { ...rates, USD: '1' };
  }

  mayEnter(cost: ModelCost): boolean {
    const { mode, withdrawOverlapping } = cost;
    const units = toModelUnits(cost.amount);
    if (mode === 'add' ? units <= 0n : mode === 'correct' ? units === 0n : units < 0n) return false;
    if (mode !== 'add' && withdrawOverlapping) return false;
    const roundsToZero = this.#convert(cost) === 0n && units !== 0n;
    const isUnknown = units !== 0n && this.#rates[cost.currency] === undefined;
    if (roundsToZero || isUnknown || this.#matching(cost).length === 0) return false;
    const others = this.#overlapping(cost);
    const isTheSame = (other: Entry | undefined) =>
      other !== undefined &&
      (['from', 'to', 'token', 'mode', 'amount', 'currency'] as const).every(
        (name) => other[name] === cost[name],
      );
    if (mode === 'replace') return !isTheSame(others.findLast((other) => other.mode === 'replace'));
    if (others.some(isTheSame)) return false;
    if (mode === 'correct') return true;
    const conflicting = others.filter((other) => other.mode !== 'correct');
    if (conflicting.length === 0) return true;
    return withdrawOverlapping && !conflicting.some((other) => this.#isReplaced(other, conflicting));
  }

  enter(cost: ModelCost, id: string): void {
    if (cost.mode === 'add')
      for (const other of this.#overlapping(cost)) if (other.mode !== 'correct') other.isWithdrawn = true;
    this.entries.push({ ...cost, id, units: this.#convert(cost), isWithdrawn: false });
  }

  /** Returns false if the entry cannot be reversed. An entry that is already reversed remains unchanged. */
  withdraw(entry: Entry): boolean {
    if (!entry.isWithdrawn && this.#isReplaced(entry, [])) return false;
    entry.isWithdrawn = true;
    return true;
  }

  work(ownCost: OwnCost): void {
    for (const entry of this.entries) {
      if (entry.isWithdrawn || entry.shares !== undefined) continue;
      const visits = this.#matching(entry);
      const distributed = distribute(entry.units, visits);
      const shares: Shares = new Map(visits.map(({ visitId }) => [visitId, new Map<string, bigint>()]));
      for (const [visitId, amounts] of shares) {
        addTo(amounts, '', distributed.get(visitId) ?? 0n);
        if (entry.mode !== 'replace') continue;
        for (const [credit, cost] of [...ownCost(visitId), ...this.sums(visitId)])
          addTo(amounts, credit, -cost);
      }
      entry.shares = shares;
    }
  }

  sums(visitId: string): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const { isWithdrawn, shares } of this.entries)
      if (!isWithdrawn) for (const [credit, cost] of shares?.get(visitId) ?? []) addTo(sums, credit, cost);
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

  /** Returns true if a later entry that is not in `except` replaced this entry for some visits. */
  #isReplaced(entry: Entry, except: readonly Entry[]): boolean {
    const later = new Set(this.entries.slice(this.entries.indexOf(entry) + 1));
    const overlappingLater = this.#overlapping(entry).filter((other) => later.has(other));
    return overlappingLater.some((other) => other.mode === 'replace' && !except.includes(other));
  }

  #overlapping({ from, to, token }: ModelCost): Entry[] {
    const matchesToken = (other: Entry) => token === null || other.token === null || token === other.token;
    return this.entries.filter(
      (other) => !other.isWithdrawn && other.from <= to && other.to >= from && matchesToken(other),
    );
  }
}

function addTo(sums: Map<string, bigint>, credit: string, more: bigint): void {
  sums.set(credit, (sums.get(credit) ?? 0n) + more);
}

/**
 * Distributes the amount evenly, rounding half to even. The last visit receives the remainder, which is never negative.
 */
function distribute(units: bigint, visits: readonly ModelVisit[]): Map<string, bigint> {
  if (units < 0n)
    return new Map([...distribute(-units, visits)].map(([visitId, share]) => [visitId, -share]));
  const inOrder = visits.toSorted((left, right) => left.timeMs - right.timeMs);
  const count = BigInt(inOrder.length);
  const [low, twice] = [units / count, (units % count) * 2n];
  const rounded = twice > count || (twice === count && low % 2n === 1n) ? low + 1n : low;
  const each = rounded * (count - 1n) > units ? low : rounded;
  const shares = new Map(inOrder.map(({ visitId }) => [visitId, each]));
  const last = inOrder.at(-1);
  if (last !== undefined) shares.set(last.visitId, units - each * (count - 1n));
  return shares;
}

import { multiplyModelUnits, toModelUnits } from './conversion-model.ts';

type ModelVisit = { visitId: string; day: string; timeMs: number; token: string };

/** As people enter it: days are whole, and no token means all visits. */
export type ModelCost = {
  from: string;
  to: string;
  token: string | null;
  amount: string;
  currency: string;
  replace: boolean;
};

type Entry = ModelCost & { units: bigint; id: string; isWithdrawn: boolean; shares?: Map<string, bigint> };

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
    if (this.#convert(cost) === 0n || this.#matching(cost).length === 0) return false;
    const others = this.#inTheWay(cost);
    const isThere = others.some((other) =>
      (['from', 'to', 'token', 'amount', 'currency'] as const).every((name) => other[name] === cost[name]),
    );
    return others.length === 0 || (cost.replace && !isThere);
  }

  enter(cost: ModelCost, id: string): void {
    for (const other of this.#inTheWay(cost)) other.isWithdrawn = true;
    this.entries.push({ ...cost, id, units: this.#convert(cost), isWithdrawn: false });
  }

  /** A worker comes by. */
  work(): void {
    for (const entry of this.entries)
      if (!entry.isWithdrawn) entry.shares ??= spread(entry.units, this.#matching(entry));
  }

  /** Of one visit. */
  sum(visitId: string): bigint {
    const standing = this.entries.filter(({ isWithdrawn }) => !isWithdrawn);
    return standing.reduce((sum, { shares }) => sum + (shares?.get(visitId) ?? 0n), 0n);
  }

  #convert({ amount, currency }: ModelCost): bigint {
    return multiplyModelUnits(toModelUnits(amount), toModelUnits(this.#rates[currency] ?? '0'));
  }

  #matching({ from, to, token }: ModelCost): ModelVisit[] {
    return this.visits.filter(
      (visit) => visit.day >= from && visit.day <= to && (token === null || visit.token === token),
    );
  }

  #inTheWay({ from, to, token }: ModelCost): Entry[] {
    const isEither = (other: Entry) => token === null || other.token === null || token === other.token;
    return this.entries.filter(
      (other) => !other.isWithdrawn && other.from <= to && other.to >= from && isEither(other),
    );
  }
}

/** The same for each, rounded half to even, and what is left on the last, which never bears less than nothing. */
function spread(units: bigint, visits: readonly ModelVisit[]): Map<string, bigint> {
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

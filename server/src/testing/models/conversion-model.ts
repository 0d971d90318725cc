import type { EventTerms } from '../../domain/goals/index.ts';

/** In whole numbers of the twelfth decimal. */
const unit = 10n ** 12n;

/** What an event is for: an offer, or none, and the terms that hold for it. */
export type ModelCredit = { terms: EventTerms; values: Record<string, string | number | null> };

export type ModelEvent = {
  status: string;
  txid: string;
  amount: bigint | null;
  currency: string;
  /** When it came, where some are taken after others that came later. */
  atMs?: number;
  /** Whether it stood in a file, which may come again: what it brought is not added once more. */
  isUploaded?: boolean;
  credit?: ModelCredit;
};

type Action = EventTerms['goals']['rules'][number]['actions'][number];
type Timed = Required<ModelEvent>;
type Kept = Timed & {
  action: Action;
  now: string;
  /** Every status it was ever in. */
  passed: string[];
  /** The revenues it is the sum of, and their values. */
  parts: bigint[];
  values: bigint[];
};

/** What one entry of the list adds to the sums of reports. */
type ModelGoal = {
  /** What is true of its credit. */
  values: ModelCredit['values'];
  /** 0 for what is kept out of the totals, and for a status that is over: there is a row of it all the same. */
  idx: number;
  status: string;
  counts: Record<string, number>;
  revenue: bigint;
  cost: bigint;
  value: bigint;
};

export function toModelUnits(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + part.padEnd(12, '0'));
  return text.startsWith('-') ? -size : size;
}

/** Rounded half to even. */
export function multiplyModelUnits(left: bigint, right: bigint): bigint {
  const low = (left * right) / unit;
  const rest = ((left * right) % unit) * 2n;
  return rest > unit || (rest === unit && low % 2n === 1n) ? low + 1n : low;
}

const sum = (numbers: bigint[]) => numbers.reduce((left, right) => left + right, 0n);

/**
 * What conversions add up to, written as plainly as possible and without looking at the real thing: nothing but a list
 * of them, and all sums made anew from it. It knows events without a name, and one rule that always holds.
 */
export class ConversionModel {
  #kept: Kept[] = [];
  readonly #usual: ModelCredit;

  constructor(terms: EventTerms) {
    this.#usual = { terms, values: {} };
  }

  /** Of what an event speaks of, where that is there: one that names no transaction speaks of the last. */
  creditOf(txid: string): ModelCredit | undefined {
    const named = this.#kept.findLast((one) => one.txid === txid);
    return (named ?? (txid === '' ? this.#kept.at(-1) : undefined))?.credit;
  }

  take(given: ModelEvent): void {
    const event: Timed = { atMs: 0, isUploaded: false, credit: this.#usual, ...given };
    const takenBack = this.#takenBack(event);
    if (takenBack.length > 0) {
      for (const idx of new Set(takenBack.map(({ action }) => action.idx)))
        this.#move(
          takenBack.filter(({ action }) => action.idx === idx),
          event,
        );
      return;
    }
    const before = this.#kept.map((one) => ({ ...one }));
    const actions = event.credit.terms.goals.rules[0]?.actions ?? [];
    if (!actions.every((action) => this.#act(action, event))) this.#kept = before;
  }

  #takenBack({ status, txid }: ModelEvent): Kept[] {
    if (status !== 'rejected' && status !== 'refunded') return [];
    const named = this.#kept.filter((one) => one.txid === txid);
    if (named.length > 0 || txid !== '') return named;
    return new Set(this.#kept.map((one) => one.txid)).size === 1 ? this.#kept : [];
  }

  /** False where a rate is missing. */
  #act(action: Action, event: Timed): boolean {
    const policy = this.#policyFor(event);
    const same = this.#kept.filter((one) => one.action.idx === action.idx && one.txid === event.txid);
    const priced = this.#price(action, event);
    const isAppended =
      policy === 'append' &&
      !(event.status === 'approved' && same.some((one) => isHeld(one) && one.atMs <= event.atMs));
    if (same.length === 0 || isAppended) {
      if (priced !== undefined) this.#kept.push(priced);
      return priced !== undefined;
    }
    const moved = this.#move(same, event);
    const target = moved ?? same.findLast(({ now }) => event.status === '' || now === event.status);
    if (target === undefined || (target.now !== 'hold' && target.now !== 'approved')) return true;
    if (moved === undefined && policy === 'accumulate') return addTo(target, priced);
    if (!isOther(target, event)) return true;
    if (moved === undefined && (policy !== 'update' || event.atMs < target.atMs)) return true;
    if (priced !== undefined) Object.assign(target, priced, { now: target.now, passed: target.passed });
    return priced !== undefined;
  }

  #policyFor({ isUploaded, credit }: Timed): EventTerms['duplicatePolicy'] {
    const policy = credit.terms.duplicatePolicy;
    return isUploaded && (policy === 'append' || policy === 'accumulate') ? 'ignore' : policy;
  }

  #move(same: Kept[], event: Timed): Kept | undefined {
    const { status, atMs } = event;
    const allowed = [
      'hold approved',
      'hold rejected',
      'hold refunded',
      'approved rejected',
      'approved refunded',
    ];
    if (this.#policyFor(event) !== 'append') allowed.push('rejected approved');
    const moving = same.find((one) => one.atMs <= atMs && allowed.includes(`${one.now} ${status}`));
    return moving === undefined
      ? undefined
      : Object.assign(moving, { now: status, atMs, passed: [...moving.passed, status] });
  }

  #price(action: Action, event: Timed): Kept | undefined {
    const came = event.amount === null ? 0n : this.#convert(event.amount, event.currency);
    const revenue = this.#revenue(action, event, came);
    const value = action.storeValue ? came : 0n;
    if (revenue === undefined || value === undefined) return undefined;
    const now = event.status || 'approved';
    return { ...event, action, now, passed: [now], parts: [revenue], values: [value] };
  }

  #revenue(action: Action, event: Timed, came: bigint | undefined): bigint | undefined {
    const { network, offerPayout, workspace } = event.credit.terms;
    if (action.payoutType === 'none') return 0n;
    if (action.payoutType === 'fixed') return toModelUnits(action.payoutFixed);
    const standIn = offerPayout ?? (event.amount === null ? network?.defaultPayout : null) ?? null;
    if (!action.isConversion || standIn === null) return came;
    return this.#convert(toModelUnits(standIn), network?.currency ?? workspace.currency);
  }

  #convert(amount: bigint, currency: string): bigint | undefined {
    const { workspace } = this.#usual.terms;
    if (amount === 0n || currency === workspace.currency) return amount;
    const rate = workspace.rates[currency];
    return rate === undefined ? undefined : multiplyModelUnits(amount, toModelUnits(rate));
  }

  rows(): ModelGoal[] {
    return this.#kept.flatMap((one) => this.#rowsOf(one));
  }

  #rowsOf({ action, now, passed, parts, values, credit }: Kept): ModelGoal[] {
    const { mode, amount } = credit.terms.cost;
    const counts = now === 'rejected' ? 0 : 1;
    const earned = now === 'hold' || now === 'approved' ? parts : [];
    const total = action.affectsRevenue ? earned : [];
    const shareOf = (share: string, of: bigint[]) =>
      sum(of.map((part) => multiplyModelUnits(toModelUnits(share), part)));
    const charged =
      (mode === 'cpa' && action.isConversion ? toModelUnits(amount) * BigInt(counts) : 0n) +
      (mode === 'revshare' ? shareOf(amount, total) : 0n);
    const own =
      (action.costType === 'fixed' ? toModelUnits(action.costFixed) * BigInt(counts) : 0n) +
      (action.costType === 'share' ? shareOf(action.costShare, earned) : 0n);
    const nothing = { values: credit.values, idx: 0, counts: {}, revenue: 0n, cost: 0n, value: 0n };
    return [
      {
        values: credit.values,
        idx: action.idx,
        status: now,
        counts: {
          events: counts,
          conversions: action.isConversion ? counts : 0,
          rejections: action.isConversion ? 1 - counts : 0,
        },
        revenue: sum(earned),
        cost: charged + own,
        value: sum(values) * BigInt(counts),
      },
      {
        ...nothing,
        status: now,
        revenue: sum(total) - sum(earned),
        cost: action.affectsCost ? 0n : -own,
      },
      ...passed.map((status) => ({ ...nothing, status })),
    ];
  }

  /** By the name of the metric. */
  sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
    for (const { idx, status, counts, revenue, cost, value } of this.rows()) {
      const { events = 0, conversions = 0, rejections = 0 } = counts;
      add('conversions', BigInt(conversions));
      add(`conversions of ${status}`, BigInt(conversions + rejections));
      add('revenue', revenue);
      add(`revenue of ${status}`, revenue);
      add('cost', cost);
      if (idx === 0) continue;
      add(`event${idx}`, BigInt(events));
      add(`revenue${idx}`, revenue);
      add(`cost${idx}`, cost);
      add(`value${idx}`, value);
    }
    return sums;
  }
}

function isHeld({ now }: Kept): boolean {
  return now === 'hold';
}

function addTo(target: Kept, more: Kept | undefined): boolean {
  if (more === undefined) return false;
  if (more.parts[0] === 0n && more.values[0] === 0n) return true;
  if (more.atMs > target.atMs) target.atMs = more.atMs;
  // New lists, since the state before shares the old ones.
  target.parts = [...target.parts, ...more.parts];
  target.values = [...target.values, ...more.values];
  return true;
}

function isOther(target: Kept, { amount, currency }: ModelEvent): boolean {
  if (amount === null) return false;
  return target.parts.length > 1 || target.amount !== amount || target.currency !== currency;
}

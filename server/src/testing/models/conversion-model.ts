import type { EventTerms } from '../../domain/conversions/index.ts';

/** One currency unit. The model's amounts are integers in units of 10^-12. */
const unit = 10n ** 12n;

/** The offer that an event is attributed to, if any, and the terms that apply to the event. */
export type ModelCredit = { terms: EventTerms; values: Record<string, string | number | null> };

export type ModelEvent = {
  status: string;
  txid: string;
  amount: bigint | null;
  currency: string;
  atMs?: number;
  /** Set for events from an imported file. The file can be imported again, so its amounts must not be added twice. */
  isUploaded?: boolean;
  credit?: ModelCredit;
};

type Action = EventTerms['goals']['rules'][number]['actions'][number];
type Timed = Required<ModelEvent>;
type Entry = Timed & {
  action: Action;
  /** Current status. `history` contains all statuses so far. */
  current: string;
  history: string[];
  parts: bigint[];
  values: bigint[];
};

type ModelGoal = {
  values: ModelCredit['values'];
  /** 0 for rows that remove excluded amounts from the totals, and for rows of past statuses. */
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

export function multiplyModelUnits(left: bigint, right: bigint): bigint {
  const low = (left * right) / unit;
  const rest = ((left * right) % unit) * 2n;
  return rest > unit || (rest === unit && low % 2n === 1n) ? low + 1n : low;
}

const sum = (numbers: bigint[]) => numbers.reduce((left, right) => left + right, 0n);

/**
 * Independent reference model of conversions, as simple as possible: a list from which all sums are recomputed. The
 * model supports events without a name and a single goal rule that always matches.
 */
export class ConversionModel {
  #entries: Entry[] = [];
  readonly #defaultCredit: ModelCredit;

  constructor(terms: EventTerms) {
    this.#defaultCredit = { terms, values: {} };
  }

  /**
   * Returns the credit for the conversion that an event refers to. An event without a transaction ID refers to the last
   * conversion.
   */
  creditOf(txid: string): ModelCredit | undefined {
    const named = this.#entries.findLast((one) => one.txid === txid);
    return (named ?? (txid === '' ? this.#entries.at(-1) : undefined))?.credit;
  }

  take(input: ModelEvent): void {
    const event: Timed = { atMs: 0, isUploaded: false, credit: this.#defaultCredit, ...input };
    const reversed = this.#findReversed(event);
    if (reversed.length > 0) {
      for (const idx of new Set(reversed.map(({ action }) => action.idx)))
        this.#move(
          reversed.filter(({ action }) => action.idx === idx),
          event,
        );
      return;
    }
    const before = this.#entries.map((one) => ({ ...one }));
    const actions = event.credit.terms.goals.rules[0]?.actions ?? [];
    if (!actions.every((action) => this.#act(action, event))) this.#entries = before;
  }

  #findReversed({ status, txid }: ModelEvent): Entry[] {
    if (status !== 'rejected' && status !== 'refunded') return [];
    const named = this.#entries.filter((one) => one.txid === txid);
    if (named.length > 0 || txid !== '') return named;
    return new Set(this.#entries.map((one) => one.txid)).size === 1 ? this.#entries : [];
  }

  /** Applies an action to an event. Returns false if an exchange rate is missing. */
  #act(action: Action, event: Timed): boolean {
    const policy = this.#policyFor(event);
    const same = this.#entries.filter((one) => one.action.idx === action.idx && one.txid === event.txid);
    const priced = this.#price(action, event);
    const isAppended =
      policy === 'append' &&
      !(event.status === 'approved' && same.some((one) => isOnHold(one) && one.atMs <= event.atMs));
    if (same.length === 0 || isAppended) {
      if (priced !== undefined) this.#entries.push(priced);
      return priced !== undefined;
    }
    const moved = this.#move(same, event);
    const target = moved ?? same.findLast(({ current }) => event.status === '' || current === event.status);
    if (target === undefined || (target.current !== 'hold' && target.current !== 'approved')) return true;
    if (moved === undefined && policy === 'accumulate') return addTo(target, priced);
    if (!hasDifferentAmount(target, event)) return true;
    if (moved === undefined && (policy !== 'update' || event.atMs < target.atMs)) return true;
    if (priced !== undefined)
      Object.assign(target, priced, { current: target.current, history: target.history });
    return priced !== undefined;
  }

  #policyFor({ isUploaded, credit }: Timed): EventTerms['duplicatePolicy'] {
    const policy = credit.terms.duplicatePolicy;
    return isUploaded && (policy === 'append' || policy === 'accumulate') ? 'ignore' : policy;
  }

  #move(same: Entry[], event: Timed): Entry | undefined {
    const { status, atMs } = event;
    const allowed = [
      'hold approved',
      'hold rejected',
      'hold refunded',
      'approved rejected',
      'approved refunded',
    ];
    if (this.#policyFor(event) !== 'append') allowed.push('rejected approved');
    const moving = same.find((one) => one.atMs <= atMs && allowed.includes(`${one.current} ${status}`));
    return moving === undefined
      ? undefined
      : Object.assign(moving, { current: status, atMs, history: [...moving.history, status] });
  }

  #price(action: Action, event: Timed): Entry | undefined {
    const reported = event.amount === null ? 0n : this.#convert(event.amount, event.currency);
    const revenue = this.#revenue(action, event, reported);
    const value = action.storeValue ? reported : 0n;
    if (revenue === undefined || value === undefined) return undefined;
    const current = event.status || 'approved';
    return { ...event, action, current, history: [current], parts: [revenue], values: [value] };
  }

  #revenue(action: Action, event: Timed, reported: bigint | undefined): bigint | undefined {
    const { network, offerPayout, workspace } = event.credit.terms;
    if (action.payoutType === 'none') return 0n;
    if (action.payoutType === 'fixed') return toModelUnits(action.payoutFixed);
    const fallbackPayout = offerPayout ?? (event.amount === null ? network?.defaultPayout : null) ?? null;
    if (!action.isConversion || fallbackPayout === null) return reported;
    return this.#convert(toModelUnits(fallbackPayout), network?.currency ?? workspace.currency);
  }

  #convert(amount: bigint, currency: string): bigint | undefined {
    const { workspace } = this.#defaultCredit.terms;
    if (amount === 0n || currency === workspace.currency) return amount;
    const rate = workspace.rates[currency];
    return rate === undefined ? undefined : multiplyModelUnits(amount, toModelUnits(rate));
  }

  rows(): ModelGoal[] {
    return this.#entries.flatMap((one) => this.#rowsOf(one));
  }

  #rowsOf({ action, current, history, parts, values, credit }: Entry): ModelGoal[] {
    const { mode, amount } = credit.terms.cost;
    const counts = current === 'rejected' ? 0 : 1;
    const earned = current === 'hold' || current === 'approved' ? parts : [];
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
        status: current,
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
        status: current,
        revenue: sum(total) - sum(earned),
        cost: action.affectsCost ? 0n : -own,
      },
      ...history.map((status) => ({ ...nothing, status })),
    ];
  }

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

function isOnHold({ current }: Entry): boolean {
  return current === 'hold';
}

function addTo(target: Entry, more: Entry | undefined): boolean {
  if (more === undefined) return false;
  if (more.parts[0] === 0n && more.values[0] === 0n) return true;
  if (more.atMs > target.atMs) target.atMs = more.atMs;
  // Creates new arrays, because the copy of the previous state shares the old arrays.
  target.parts = [...target.parts, ...more.parts];
  target.values = [...target.values, ...more.values];
  return true;
}

function hasDifferentAmount(target: Entry, { amount, currency }: ModelEvent): boolean {
  if (amount === null) return false;
  return target.parts.length > 1 || target.amount !== amount || target.currency !== currency;
}

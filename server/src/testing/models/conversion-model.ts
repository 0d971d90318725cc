import type { EventTerms } from '../../domain/goals/index.ts';

/** In whole numbers of the twelfth decimal. */
const unit = 10n ** 12n;

export type ModelEvent = {
  status: string;
  txid: string;
  amount: bigint | null;
  currency: string;
  /** When it came, where some are taken after others that came later. */
  atMs?: number;
  /** Whether it stood in a file, which may come again: what it brought is not added once more. */
  isUploaded?: boolean;
};

type Action = EventTerms['goals']['rules'][number]['actions'][number];
type Timed = Required<ModelEvent>;
type Kept = Timed & {
  action: Action;
  now: string;
  /** The revenues it is the sum of, and their values. */
  parts: bigint[];
  values: bigint[];
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
  readonly #terms: EventTerms;

  constructor(terms: EventTerms) {
    this.#terms = terms;
  }

  take(given: ModelEvent): void {
    const event: Timed = { atMs: 0, isUploaded: false, ...given };
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
    const actions = this.#terms.goals.rules[0]?.actions ?? [];
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
    if (priced !== undefined) Object.assign(target, priced, { now: target.now });
    return priced !== undefined;
  }

  #policyFor({ isUploaded }: Timed): EventTerms['duplicatePolicy'] {
    const policy = this.#terms.duplicatePolicy;
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
    return moving === undefined ? undefined : Object.assign(moving, { now: status, atMs });
  }

  #price(action: Action, event: Timed): Kept | undefined {
    const came = event.amount === null ? 0n : this.#convert(event.amount, event.currency);
    const revenue = this.#revenue(action, event, came);
    const value = action.storeValue ? came : 0n;
    if (revenue === undefined || value === undefined) return undefined;
    return { ...event, action, now: event.status || 'approved', parts: [revenue], values: [value] };
  }

  #revenue(action: Action, event: ModelEvent, came: bigint | undefined): bigint | undefined {
    const { network, offerPayout, workspace } = this.#terms;
    if (action.payoutType === 'none') return 0n;
    if (action.payoutType === 'fixed') return toModelUnits(action.payoutFixed);
    const standIn = offerPayout ?? (event.amount === null ? network?.defaultPayout : null) ?? null;
    if (!action.isConversion || standIn === null) return came;
    return this.#convert(toModelUnits(standIn), network?.currency ?? workspace.currency);
  }

  #convert(amount: bigint, currency: string): bigint | undefined {
    const { workspace } = this.#terms;
    if (amount === 0n || currency === workspace.currency) return amount;
    const rate = workspace.rates[currency];
    return rate === undefined ? undefined : multiplyModelUnits(amount, toModelUnits(rate));
  }

  /** By the name of the metric. */
  sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
    const { mode, amount } = this.#terms.cost;
    for (const { action, now, parts, values } of this.#kept) {
      const counts = now === 'rejected' ? 0n : 1n;
      const earned = now === 'hold' || now === 'approved' ? parts : [];
      const total = action.affectsRevenue ? earned : [];
      const shareOf = (share: string, of: bigint[]) =>
        sum(of.map((part) => multiplyModelUnits(toModelUnits(share), part)));
      const charged =
        (mode === 'cpa' && action.isConversion ? toModelUnits(amount) * counts : 0n) +
        (mode === 'revshare' ? shareOf(amount, total) : 0n);
      const own =
        (action.costType === 'fixed' ? toModelUnits(action.costFixed) * counts : 0n) +
        (action.costType === 'share' ? shareOf(action.costShare, earned) : 0n);
      add(`event${action.idx}`, counts);
      add('conversions', action.isConversion ? counts : 0n);
      add(`revenue${action.idx}`, sum(earned));
      add(`cost${action.idx}`, charged + own);
      add(`value${action.idx}`, sum(values) * counts);
      add('revenue', sum(total));
      add(`revenue of ${now}`, sum(total));
      add('cost', charged + (action.affectsCost ? own : 0n));
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

import { clickIdLength } from '../click-id/index.ts';
import { isUnfilledMacro } from '../macros/index.ts';
import { readWrittenAmount, type DecimalMark } from '../money/written-amount.ts';

export type IncomingEvent = {
  clickId: string;
  event: string;
  transactionId: string;
  status: string;
  /** Currency in upper case. It is read from the amount if there is no currency parameter. */
  currency: string;
  amountText: string;
  /** Decimal text without the sign, or null if no amount was sent or `isAmountBad` is true. */
  amount: string | null;
  /** True for negative amounts, which are reversals. */
  isNegative: boolean;
  /** Currencies that an ambiguous currency symbol can mean, with the most likely one first. */
  amountCurrencies: readonly string[];
  /** True if the value is not an amount, is ambiguous, or contradicts the currency parameter. */
  isAmountBad: boolean;
  unfilled: readonly string[];
  cut: readonly string[];
  /** Parameters that look like an amount. Only set if no parameter with a known amount name was sent. */
  unread: readonly string[];
  params: ReadonlyMap<string, string>;
};

type Field = keyof typeof incomingAliases;

/**
 * Parameter names that trackers and networks use, case-insensitive. The first name that has a value is used. For click
 * IDs, the first value in the form of a Waypost click ID is used, because networks also use `cid` and `clickid` for
 * other values.
 */
export const incomingAliases = {
  clickId: ['cid', 'clickid', 'click_id', 'subid', 'sub_id', 'cnv_id', 'aff_sub', 'aff_click_id', 'clickref'],
  amount: ['payout', 'revenue', 'sum', 'amount', 'commission', 'payout_amount', 'reward'],
  transactionId: [
    'txid',
    'tid',
    'transaction_id',
    'transactionid',
    'tx_id',
    'order_id',
    'orderid',
    'conversion_id',
    'action_id',
    'lead_id',
  ],
  event: ['event', 'et', 'type', 'event_name', 'event_type', 'goal', 'goal_name', 'goal_id'],
  status: ['status', 'cnv_status', 'conversion_status', 'order_status'],
  currency: ['currency', 'cnv_currency', 'currency_code', 'cur'],
} as const;

const valueLengthMax = 512;
const controlCharacters = /\p{Cc}+/gu;
const fieldNames = new Set<string>(Object.values(incomingAliases).flat());
// Text that programs send for missing values.
const missingValue = /^(?:null|undefined)$/i;
// Parameters that are reported if they are empty. Other parameters are not reported, because networks often send them
// without a value.
const reportedNames = new Set<string>([...incomingAliases.clickId, ...incomingAliases.amount]);
const clickIdForm = new RegExp(`^[0-9A-Za-z]{${clickIdLength}}$`);

/**
 * Returns a parameter name in lowercase and without list notation such as `[0]`, because only the first value is used.
 */
export function aliasOf(name: string): string {
  return name.toLowerCase().replace(/\[\d*\]$/, '');
}

export function readIncoming(pairs: Iterable<readonly [string, string]>): IncomingEvent {
  const params = new Map<string, string>();
  const byAlias = new Map<string, string>();
  const unfilled = new Set<string>();
  const cut = new Set<string>();
  for (const [sentName, sentValue] of pairs) {
    const name = clean(sentName);
    const value = clean(sentValue);
    const alias = aliasOf(name);
    if (name === '' || (value === '' && !reportedNames.has(alias))) continue;
    if (value === '' || isUnfilledMacro(value) || (fieldNames.has(alias) && missingValue.test(value))) {
      unfilled.add(alias);
      continue;
    }
    if (sentValue.length > valueLengthMax && isCut(sentValue)) cut.add(alias);
    if (!params.has(name)) params.set(name, value);
    if (!byAlias.has(alias)) byAlias.set(alias, value);
  }
  const nameOf = (field: Field) => {
    const names = incomingAliases[field].filter((name) => byAlias.has(name));
    const ours = names.find((name) => field === 'clickId' && clickIdForm.test(byAlias.get(name) ?? ''));
    return ours ?? names[0];
  };
  const find = (field: Field) => byAlias.get(nameOf(field) ?? '') ?? '';
  const isMissing = (field: Field) => nameOf(field) === undefined;
  const fields = Object.keys(incomingAliases) as Field[];
  return {
    clickId: find('clickId'),
    event: find('event'),
    transactionId: find('transactionId'),
    status: find('status'),
    ...readMoney(find('amount'), find('currency').toUpperCase()),
    unfilled: fields
      .filter(isMissing)
      .flatMap((field) => incomingAliases[field].filter((name) => unfilled.has(name)).slice(0, 1)),
    cut: fields.flatMap((field) => nameOf(field) ?? []).filter((name) => cut.has(name)),
    unread: isMissing('amount') ? unreadAmounts(params) : [],
    params,
  };
}

const amountWords = new Set<string>([
  ...incomingAliases.amount,
  'price',
  'total',
  'payment',
  'earning',
  'earnings',
  'profit',
  'income',
  'bonus',
]);

// Finds parameters that look like amounts, so that revenue sent under an unknown or nested name is not silently lost.
function unreadAmounts(params: ReadonlyMap<string, string>): string[] {
  return [...params]
    .filter(([name, value]) => soundsLikeAmount(name) && readWrittenAmount(value) !== undefined)
    .map(([name]) => name)
    .slice(0, 3);
}

function soundsLikeAmount(name: string): boolean {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => amountWords.has(word));
}

type Money = Pick<
  IncomingEvent,
  'currency' | 'amountText' | 'amount' | 'isNegative' | 'amountCurrencies' | 'isAmountBad'
>;

/** Parses the amount again with the network's decimal mark, which is known only once the visit is found. */
export function withDecimalMark(incoming: IncomingEvent, decimalMark: DecimalMark | null): IncomingEvent {
  const { amountText, currency } = incoming;
  return decimalMark === null ? incoming : { ...incoming, ...readMoney(amountText, currency, decimalMark) };
}

function readMoney(amountText: string, currency: string, decimalMark: DecimalMark | null = null): Money {
  const none = { amountText, amount: null, isNegative: false, amountCurrencies: [], currency };
  if (amountText === '') return { ...none, isAmountBad: false };
  const read = readWrittenAmount(amountText, decimalMark);
  const isContradiction =
    read !== undefined &&
    currency !== '' &&
    read.currencies.length > 0 &&
    !read.currencies.includes(currency);
  if (read === undefined || isContradiction) return { ...none, isAmountBad: true };
  const { amount, isNegative, currencies } = read;
  const [only = '', ...others] = currencies;
  const money = { ...none, amount, isNegative, isAmountBad: false };
  if (currency !== '' || others.length === 0) return { ...money, currency: currency || only };
  return { ...money, amountCurrencies: currencies };
}

// Shortens the text and removes control characters and lone surrogates, which databases do not accept.
function clean(text: string): string {
  return whole(text)
    .slice(0, valueLengthMax)
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

function whole(text: string): string {
  return text.replace(controlCharacters, '').trim();
}

function isCut(text: string): boolean {
  return whole(text).length > valueLengthMax;
}

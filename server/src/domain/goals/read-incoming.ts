import { clickIdLength } from '../click-id/index.ts';
import { isUnfilledMacro } from '../macros/index.ts';
import { readWrittenAmount, type DecimalMark } from '../money/written-amount.ts';

/** What a network, or a page, says happened. Texts are empty where nothing came. */
export type IncomingEvent = {
  clickId: string;
  event: string;
  transactionId: string;
  /** In the sender's own words. */
  status: string;
  /** In upper case; that of the amount where only that has one. */
  currency: string;
  /** As it came. */
  amountText: string;
  /** As a decimal text without its minus; null where none came, and where `isAmountBad`. */
  amount: string | null;
  /** Whether the amount is below zero: something is taken back. */
  isNegative: boolean;
  /** What the sign of the amount can mean, the likeliest first, where it means more than one and nothing says which. */
  amountCurrencies: readonly string[];
  /** Whether something came that is no amount, can be read in two ways, or contradicts the currency. */
  isAmountBad: boolean;
  /** The names of fields that came without anything filled in, and count as missing. */
  unfilled: readonly string[];
  /** The names of fields that were longer than what is kept of them. */
  cut: readonly string[];
  /** The names of what looks like its amount, where none came under a name that is one. */
  unread: readonly string[];
  /** Everything that came, by its exact name. */
  params: ReadonlyMap<string, string>;
};

type Field = keyof typeof incomingAliases;

/**
 * The names that trackers and networks use for the same thing. The first that has a value wins, in any case of letters; of
 * click ids the first that can be one of ours, since networks call other things `cid` and `clickid`, too.
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
/** What programs write where they have nothing to write. */
const nothing = /^(?:null|undefined)$/i;
/** What has to be said where it came empty; networks send many others so as a matter of course. */
const neededNames = new Set<string>([...incomingAliases.clickId, ...incomingAliases.amount]);
const clickIdForm = new RegExp(`^[0-9A-Za-z]{${clickIdLength}}$`);

/** The name that a sent one is known by: in lower case, and without what makes it a list, since the first counts. */
export function aliasOf(name: string): string {
  return name.toLowerCase().replace(/\[\d*\]$/, '');
}

/** Reads the parameters of a request, of its query and of its body, in the order in which they came. */
export function readIncoming(pairs: Iterable<readonly [string, string]>): IncomingEvent {
  const params = new Map<string, string>();
  const byAlias = new Map<string, string>();
  const unfilled = new Set<string>();
  const cut = new Set<string>();
  for (const [sentName, sentValue] of pairs) {
    const name = clean(sentName);
    const value = clean(sentValue);
    const alias = aliasOf(name);
    if (name === '' || (value === '' && !neededNames.has(alias))) continue;
    if (value === '' || isUnfilledMacro(value) || (fieldNames.has(alias) && nothing.test(value))) {
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

/** A network that calls its amount by another name, or sends it inside of something, would bring nothing without a word. */
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

/** The same event where it is known how its network writes amounts, which is only learnt with the visit. */
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

/** Databases take neither NUL nor half a character. */
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

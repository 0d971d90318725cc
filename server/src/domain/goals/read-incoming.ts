import { isUnfilledMacro } from '../macros/index.ts';
import { readAmountWithComma } from '../money/amount.ts';

/** What a network, or a page, says happened. Texts are empty where nothing came. */
export type IncomingEvent = {
  clickId: string;
  event: string;
  transactionId: string;
  /** In the sender's own words. */
  status: string;
  /** In upper case. */
  currency: string;
  /** As a decimal text; null where none came, and where `isAmountBad`. */
  amount: string | null;
  /** Whether something came that is no amount: a negative one too, since what is taken back comes with a status. */
  isAmountBad: boolean;
  /** Everything that came, by its exact name. */
  params: ReadonlyMap<string, string>;
};

/** The names that trackers and networks use for the same thing. The first that has a value wins, in any case of letters. */
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

/** Reads the parameters of a request, of its query and of its body, in the order in which they came. */
export function readIncoming(pairs: Iterable<readonly [string, string]>): IncomingEvent {
  const params = new Map<string, string>();
  const byAlias = new Map<string, string>();
  for (const [sentName, sentValue] of pairs) {
    const name = clean(sentName);
    const value = clean(sentValue);
    if (name === '' || value === '' || isUnfilledMacro(value)) continue;
    if (!params.has(name)) params.set(name, value);
    const alias = name.toLowerCase();
    if (!byAlias.has(alias)) byAlias.set(alias, value);
  }
  const find = (field: keyof typeof incomingAliases) =>
    incomingAliases[field].map((name) => byAlias.get(name)).find((value) => value !== undefined) ?? '';
  const sent = find('amount');
  const amount = sent === '' ? undefined : readAmountWithComma(sent);
  return {
    clickId: find('clickId'),
    event: find('event'),
    transactionId: find('transactionId'),
    status: find('status'),
    currency: find('currency').toUpperCase(),
    amount: amount ?? null,
    isAmountBad: sent !== '' && amount === undefined,
    params,
  };
}

/** Databases take neither NUL nor half a character. */
function clean(text: string): string {
  const whole = text.replace(controlCharacters, '').trim();
  return whole
    .slice(0, valueLengthMax)
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}

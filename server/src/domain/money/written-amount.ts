import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import { currencyCode } from '@waypost/contract/values/currency.ts';
import { readAmount } from './amount.ts';

type WrittenAmount = {
  amount: string;
  isNegative: boolean;
  currencies: readonly string[];
};

export type DecimalMark = NonNullable<AffiliateNetwork['decimalMark']>;

const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'];
const signs: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₸': ['KZT'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₪': ['ILS'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
};

const mark = String.raw`(?:[a-z]{3}|[a-z]{0,2}\$|[€£¥₽₴₸₹₺₩₫฿₪₱₦]|zł|kč)`;
const form = new RegExp(String.raw`^([+-]?)(${mark}?) ?([+-]?)(\d.*?|[.,]\d.*?) ?(${mark}?)$`, 'iu');
const blanks = /[\u00A0\u2007\u2009\u202F]/g;

/**
 * Parses an amount as networks and people write it: with a currency sign or code, a decimal comma, thousands separators
 * or an exponent. Ambiguous amounts are rejected: unless the decimal mark is known, `1,234` has two meanings that
 * differ by a factor of a thousand.
 */
export function readWrittenAmount(
  text: string,
  decimalMark: DecimalMark | null = null,
): WrittenAmount | undefined {
  const normalized = text.replaceAll(blanks, ' ').replaceAll('\u2212', '-').trim();
  const match = form.exec(normalized);
  if (match === null) return undefined;
  const [, outer = '', before = '', inner = '', number = '', after = ''] = match;
  const meanings = [before, after].filter((one) => one !== '').map(meaningsOf);
  const [first, second] = meanings;
  const currencies = (first ?? []).filter((code) => second === undefined || second.includes(code));
  const amount = decimalMark === null ? readNumber(number) : readMarked(number, decimalMark);
  const isUnknown = meanings.length > 0 && currencies.length === 0;
  if (amount === undefined || isUnknown || (outer !== '' && inner !== '')) return undefined;
  return { amount, isNegative: outer + inner === '-' && amount !== '0', currencies };
}

function meaningsOf(text: string): readonly string[] {
  const upper = text.toUpperCase();
  if (Object.hasOwn(signs, upper)) return signs[upper] ?? [];
  return currencyCode.safeParse(upper).success ? [upper] : [];
}

const scientific = /^(\d{1,20})(?:\.(\d{1,40}))?e([+-]?\d{1,2})$/i;
const ambiguous = /^[1-9]\d{0,2},\d{3}$/;
const commaForPoint = /^\d*,\d+$/;
// Numbers with commas, with points, and with spaces or apostrophes as thousands separators. All of these numbers can
// have a fraction.
const grouped = [
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/,
  /^[1-9]\d{0,2}([ '’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/,
];

function readNumber(text: string): string | undefined {
  if (ambiguous.test(text)) return undefined;
  if (commaForPoint.test(text)) return readAmount(text.replace(',', '.'));
  const [, whole, part = '', exponent] = scientific.exec(text) ?? [];
  if (whole !== undefined) return readAmount(movePoint(whole, part, Number(exponent)));
  return grouped.some((one) => one.test(text)) ? readAmount(ungroup(text)) : readAmount(text);
}

const marked = {
  point: /^(?:\d*|[1-9]\d{0,2}(?:([, '’])\d{3})(?:\1\d{3})*)(?:\.\d*)?$/,
  comma: /^(?:\d*|[1-9]\d{0,2}(?:([. '’])\d{3})(?:\1\d{3})*)(?:,\d*)?$/,
};

function readMarked(text: string, decimalMark: DecimalMark): string | undefined {
  if (decimalMark === 'point' && scientific.test(text)) return readNumber(text);
  if (!marked[decimalMark].test(text)) return undefined;
  const [whole = '', part = ''] = text.split(decimalMark === 'point' ? '.' : ',');
  return readAmount(`${whole.replaceAll(/\D/g, '')}.${part}`);
}

// Removes thousands separators. If there are two kinds of separators, the last separator is the decimal mark.
function ungroup(text: string): string {
  const separators = text.replaceAll(/\d/g, '');
  const last = separators.at(-1) ?? '';
  const isPoint = /[.,]/.test(last) && separators.split(last).length === 2;
  const [whole = '', part] = isPoint ? text.split(last) : [text];
  return `${whole.replaceAll(/\D/g, '')}${part === undefined ? '' : `.${part}`}`;
}

// Moves the decimal point in the text, because a floating-point number would round.
function movePoint(whole: string, part: string, places: number): string {
  const digits = `${whole}${part}`.padEnd(whole.length + places, '0');
  const pointAt = whole.length + places;
  const padded = pointAt < 0 ? `${'0'.repeat(-pointAt)}${digits}` : digits;
  const front = padded.slice(0, Math.max(pointAt, 0)).replace(/^0+(?=\d)/, '');
  return `${front}.${padded.slice(Math.max(pointAt, 0))}`;
}

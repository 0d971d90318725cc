import type { MacroName } from '@waypost/contract/macros.ts';
import { encodePart, encodeValue, isDots } from './encode-value.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';
import type { MacroPart, UrlTemplate } from './parse-template.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

// Shortens the longest encoded values to one common length so that all fit; short values are not cut.
function shortenValues(encoded: readonly string[], lengthMax: number): string[] {
  const limit = commonLimit(encoded, lengthMax);
  return encoded.map((value) => (value.length <= limit ? value : cut(value, limit)));
}

function commonLimit(encoded: readonly string[], lengthMax: number): number {
  let left = lengthMax;
  let waiting = encoded.length;
  for (const length of encoded.map((value) => value.length).toSorted((one, other) => one - other)) {
    const fairShare = Math.floor(left / waiting);
    if (length > fairShare) return fairShare;
    left -= length;
    waiting -= 1;
  }
  return lengthMax;
}

// Cuts to at most `length` characters without splitting an escape or character, or leaving a dot segment.
function cut(encoded: string, length: number): string {
  let end = length;
  if (encoded[end - 1] === '%') end -= 1;
  else if (encoded[end - 2] === '%') end -= 2;
  while (encoded[end - 3] === '%' && /^%[89ab]/i.test(encoded.slice(end, end + 2))) end -= 3;
  const kept = encoded.slice(0, Math.max(0, end));
  return isDots(kept) ? '' : kept;
}

export type MacroValue = string | number | undefined;

export type MacroValues = {
  value(name: MacroName): MacroValue;
  param(name: string): string | undefined;
};

/** Length that servers and browsers are known to accept. */
export const urlLengthMax = 8_192;

/**
 * Replaces every macro. The result is ASCII, at most 8 KiB, and has the template's scheme, host and port.
 * If it would be longer, the longest values are shortened. Returns undefined if that is impossible, so that
 * a visitor is never sent elsewhere.
 */
export function fillTemplate(template: UrlTemplate, values: MacroValues): string | undefined {
  const { origin, literals, macros, hasRaw } = template;
  let url = literals[0] ?? '';
  for (let at = 0; at < macros.length; at += 1) {
    const macro = macros[at];
    if (macro !== undefined) url += encodePart(macro, readValue(macro, values));
    url += literals[at + 1] ?? '';
  }
  const fitting = url.length <= urlLengthMax ? url : fillShortened(template, values);
  // The template guarantees that every filled URL starts with the origin and a delimiter. URLs with raw
  // values are also checked with the URL parser.
  return hasRaw && fitting !== undefined && originOf(fitting) !== origin ? undefined : fitting;
}

export function readValue(
  { name, parameter }: Pick<MacroPart, 'name' | 'parameter'>,
  values: MacroValues,
): string {
  if (name !== undefined) {
    const value = values.value(name) ?? '';
    return typeof value === 'string' ? value : String(value);
  }
  return parameter === undefined ? '' : (values.param(parameter) ?? '');
}

function fillShortened(
  { literals, macros, literalsLength }: UrlTemplate,
  values: MacroValues,
): string | undefined {
  if (literalsLength > urlLengthMax) return undefined;
  const encoded = macros.map((macro) => encodePart(macro, readValue(macro, values)));
  const shortened = shortenValues(encoded, urlLengthMax - literalsLength);
  return literals.map((literal, at) => `${literal}${shortened[at] ?? ''}`).join('');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

// `missing` adds parameters that the URL does not have; `all` adds all of them.
type AppendMode = 'missing' | 'all';

// Parameters that the next page would read as Waypost's: the click ID of a visit, and its campaign.
const ownNames = new Set(['cid', 'clickid', 'c']);

/**
 * Appends parameters before the fragment. Skips parameters that would exceed 8 KiB, unfilled macros, and
 * Waypost's own names, because a forged value could identify a different visit.
 */
export function appendParameters(
  url: string,
  pairs: Iterable<readonly [name: string, value: string]>,
  mode: AppendMode,
): string {
  const { base, fragment } = splitFragment(url);
  const present = mode === 'missing' ? namesIn(base) : undefined;
  let room = urlLengthMax - url.length;
  let added = '';
  let separator = separatorAfter(base);
  for (const [name, value] of pairs) {
    if (name === '' || ownNames.has(name) || present?.has(name) === true) continue;
    if (isUnfilledMacro(value)) continue;
    const pair = `${separator}${encodeValue(name)}=${encodeValue(value)}`;
    if (pair.length > room) continue;
    room -= pair.length;
    added += pair;
    separator = '&';
  }
  return added === '' ? url : `${base}${added}${fragment}`;
}

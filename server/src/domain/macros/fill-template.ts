import type { MacroName } from '@waypost/contract/visits/macros.ts';
import { encodePart, encodeValue, isDots } from './encode-value.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';
import type { MacroPart, UrlTemplate } from './parse-template.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

// Shortens the longest encoded values to one common length, so that the URL fits. Shorter values are not changed.
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

// Shortens a value to at most `length` characters without splitting an escape or a character, and without leaving a
// dot segment.
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

/** Maximum length of a URL that servers and browsers are known to accept. */
export const urlLengthMax = 8_192;

/**
 * Replaces every macro. The result is an ASCII URL of at most 8 KiB with the template's scheme, host and port. The
 * longest values are shortened if necessary. Returns undefined if such a URL is impossible, so that a visitor is never
 * sent to a different host.
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
  // The template guarantees that every filled URL starts with the origin and a delimiter. The URL parser also checks
  // URLs with raw values.
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

// `missing` adds only parameters that the URL does not have; `all` adds all parameters.
type AppendMode = 'missing' | 'all';

// Parameters that Waypost would read on the next page: the click ID and the campaign of a visit.
const ownNames = new Set(['cid', 'clickid', 'c']);

/**
 * Appends parameters before the fragment. Skips parameters that would make the URL longer than 8 KiB, and unfilled
 * macros. Also skips Waypost's own parameter names, because a forged value could identify a different visit.
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

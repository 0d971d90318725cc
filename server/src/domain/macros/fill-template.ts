import type { MacroName } from '@waypost/contract/macros.ts';
import { encodePart, encodeValue, isDots } from './encode-value.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';
import type { MacroPart, UrlTemplate } from './parse-template.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

/** Cuts the longest of these encoded values, all to one length, until they fit together; the short ones stay whole. */
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

/** At most `length` characters, without a torn escape, a torn character, or dots that would lead upwards in a path. */
function cut(encoded: string, length: number): string {
  let end = length;
  if (encoded[end - 1] === '%') end -= 1;
  else if (encoded[end - 2] === '%') end -= 2;
  while (encoded[end - 3] === '%' && /^%[89ab]/i.test(encoded.slice(end, end + 2))) end -= 3;
  const kept = encoded.slice(0, Math.max(0, end));
  return isDots(kept) ? '' : kept;
}

export type MacroValue = string | number | undefined;

/** What macros are replaced by. Each is asked for only where a template has it; undefined where nothing is known. */
export type MacroValues = {
  value(name: MacroName): MacroValue;
  /** A parameter of the visit's link, by its exact name. */
  param(name: string): string | undefined;
};

/** What servers and browsers are known to take; a `Location` is never longer. */
export const urlLengthMax = 8_192;

/**
 * The URL with every macro replaced: ASCII, at most 8 KiB, with the template's scheme, host and port. Where it would
 * be longer, the longest values are cut. Undefined where it cannot be made: a visitor is never sent elsewhere.
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
  // Every filled URL begins with the origin and what ends it; for raw values the URL parser is asked all the same.
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

/** `missing`: those that the URL does not have yet; `all`: every one, after those that are there. */
type AppendMode = 'missing' | 'all';

/** What pages that come next would take for our own: the click id of a visit, and its campaign. */
const ownNames = new Set(['cid', 'clickid', 'c']);

/**
 * The URL with parameters passed on, before its fragment. One that would make it longer than 8 KiB is left out, and so
 * is one that the source did not fill, and one with a name of ours: a stranger's value would stand for a visit.
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

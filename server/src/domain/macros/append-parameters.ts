import { encodeValue } from './encode-value.ts';
import { urlLengthMax } from './fill-template.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

/** `missing`: those that the URL does not have yet; `all`: every one, after those that are there. */
export type AppendMode = 'missing' | 'all';

/**
 * The URL with parameters passed on, before its fragment. One that would make it longer than 8 KiB is left out, and so
 * is one that the source did not fill.
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
    if (name === '' || present?.has(name) === true || isUnfilledMacro(value)) continue;
    const pair = `${separator}${encodeValue(name)}=${encodeValue(value)}`;
    if (pair.length > room) continue;
    room -= pair.length;
    added += pair;
    separator = '&';
  }
  return added === '' ? url : `${base}${added}${fragment}`;
}

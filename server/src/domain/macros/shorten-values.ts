import { isDots } from './encode-value.ts';

/** Cuts the longest of these encoded values, all to one length, until they fit together; the short ones stay whole. */
export function shortenValues(encoded: readonly string[], lengthMax: number): string[] {
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

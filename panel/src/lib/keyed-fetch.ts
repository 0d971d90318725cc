import { randomText } from './random-text.ts';

/** Of requests that make something, by what they ask for: kept as long as the same thing is being made. */
export type RequestKeys = Record<string, string>;

/**
 * A fetch that gives every POST a key of its own, the same whenever it asks for the same: who did not hear the answer
 * may ask again, and nothing is made twice.
 */
export function keyedFetch(
  fetch: typeof globalThis.fetch,
  keys: RequestKeys,
  keep: (keys: RequestKeys) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    if (init?.method !== 'POST') return await fetch(input, init);
    const path = input instanceof Request ? input.url : input.toString();
    const key = keyFor(keys, `${path} ${typeof init.body === 'string' ? init.body : ''}`);
    keep(keys);
    const headers = new Headers(init.headers);
    headers.set('Idempotency-Key', key);
    return await fetch(input, { ...init, headers });
  };
}

/** The key of what is asked for: the same for the same, and a new one for all else. */
export function keyFor(keys: RequestKeys, asked: string): string {
  return (keys[digest(asked)] ??= randomText(24));
}

/** Tells texts apart without keeping them: there may be secrets in them. */
export function digest(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return `${hash(codes)}-${hash(codes.toReversed())}-${codes.length}`;
}

/** FNV-1a. */
function hash(codes: readonly number[]): string {
  let value = 0x811c9dc5;
  for (const code of codes) value = Math.imul(value ^ code, 0x01000193);
  return (value >>> 0).toString(36);
}

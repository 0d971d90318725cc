import { randomText } from './random-text.ts';

/** Idempotency keys by what was asked for: kept as long as the same thing is being created. */
export type RequestKeys = Record<string, string>;

/** Returns the same key for the same request, and a new one for any other. */
export function keyFor(keys: RequestKeys, asked: string): string {
  return (keys[digest(asked)] ??= randomText(24));
}

/** Tells texts apart without keeping them: they may hold secrets. */
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

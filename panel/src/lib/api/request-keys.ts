import { randomText } from './random-text.ts';

/** Idempotency keys by request digest, kept while the same record is being created. */
export type RequestKeys = Record<string, string>;

export function keyFor(keys: RequestKeys, request: string): string {
  return (keys[digest(request)] ??= randomText(24));
}

/** Returns a digest that identifies the text. The text itself is not stored, because it may contain secrets. */
function digest(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return `${hash(codes)}-${hash(codes.toReversed())}-${codes.length}`;
}

function hash(codes: readonly number[]): string {
  let value = 0x811c9dc5;
  for (const code of codes) value = Math.imul(value ^ code, 0x01000193);
  return (value >>> 0).toString(36);
}

import type { SipHash } from './sip-hash.ts';

/** Of the code that proves that bytes are ours. */
export const codeBytes = 8;

/** Puts the code of the first `length` bytes behind them. */
export function writeCode(hash: SipHash, bytes: Uint8Array, length: number): void {
  hash.ofBytes(bytes, length);
  writeWord(hash.low, bytes, length);
  writeWord(hash.high, bytes, length + 4);
}

/** Whether the code behind the first `length` bytes is theirs. */
export function hasCode(hash: SipHash, bytes: Uint8Array, length: number): boolean {
  hash.ofBytes(bytes, length);
  const difference = (readWord(bytes, length) ^ hash.low) | (readWord(bytes, length + 4) ^ hash.high);
  return difference === 0 && length + codeBytes <= bytes.length;
}

/** 32 bits, the most significant byte first. */
export function writeWord(word: number, bytes: Uint8Array, at: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

export function readWord(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return (high | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}

import type { SipHash } from './sip-hash.ts';
import { readUint32, writeUint32 } from './uint32.ts';

export const codeBytes = 8;

export function writeCode(hash: SipHash, bytes: Uint8Array, length: number): void {
  hash.ofBytes(bytes, length);
  writeUint32(hash.low, bytes, length);
  writeUint32(hash.high, bytes, length + 4);
}

export function hasCode(hash: SipHash, bytes: Uint8Array, length: number): boolean {
  hash.ofBytes(bytes, length);
  const difference = (readUint32(bytes, length) ^ hash.low) | (readUint32(bytes, length + 4) ^ hash.high);
  return difference === 0 && length + codeBytes <= bytes.length;
}

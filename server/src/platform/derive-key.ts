import { hkdfSync } from 'node:crypto';

/** A key of 128 bits for one purpose, derived from a secret: knowing it says nothing about the keys of the others. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 16));
}

import { hkdfSync } from 'node:crypto';

/** Derives a 128-bit key for one purpose. The key reveals nothing about the keys for other purposes. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 16));
}

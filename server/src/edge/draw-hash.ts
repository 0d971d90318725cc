import { halfSipHash, type Hash32 } from '../domain/routing/index.ts';
import { deriveKey } from '../platform/derive-key.ts';

/**
 * Returns a keyed hash for weighted draws. All processes with the same secret get the same result for the same visit.
 */
export function drawHashOf(cookieSecret: string): Hash32 {
  const key = new DataView(deriveKey(cookieSecret, 'draw').buffer);
  return halfSipHash(key.getUint32(0), key.getUint32(4));
}

import { halfSipHash, type Hash32 } from '../domain/routing/index.ts';
import { deriveKey } from '../platform/derive-key.ts';

/** What the draws of an installation go by: edges draw with it, and whoever has the same secret draws the same again. */
export function drawHashOf(cookieSecret: string): Hash32 {
  const key = new DataView(deriveKey(cookieSecret, 'draw').buffer);
  return halfSipHash(key.getUint32(0), key.getUint32(4));
}

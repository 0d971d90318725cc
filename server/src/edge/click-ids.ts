import { clickIdPurpose, makeClickIds, type ClickIds } from '../domain/click-id/index.ts';
import { deriveKey } from '../platform/derive-key.ts';

/** Creates the click ID codec. All processes with the same secret can read each other's click IDs. */
export function clickIdsOf(cookieSecret: string): ClickIds {
  return makeClickIds(deriveKey(cookieSecret, clickIdPurpose));
}

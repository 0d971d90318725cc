import { clickIdPurpose, makeClickIds, type ClickIds } from '../domain/click-id/index.ts';
import { deriveKey } from '../platform/derive-key.ts';

/** The click ids of an installation: edges make them, and whoever has the same secret reads them. */
export function clickIdsOf(cookieSecret: string): ClickIds {
  return makeClickIds(deriveKey(cookieSecret, clickIdPurpose));
}

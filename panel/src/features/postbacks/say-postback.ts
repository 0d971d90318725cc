import type { Postback } from '../../lib/api.ts';
import { sayCallError, sayStatus } from '../../lib/error-words.ts';

export const stateNames: Readonly<Record<Postback['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
};

/** What the last attempt came to, in words. */
export function sayOutcome({ attempts, lastStatus, lastError }: Postback): string {
  if (attempts === 0) return 'Not tried yet.';
  return lastStatus === null ? sayCallError(lastError) : sayStatus(lastStatus);
}

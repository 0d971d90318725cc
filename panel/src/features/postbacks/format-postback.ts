import type { Postback } from '../../lib/api.ts';
import { formatCallError, formatStatus } from '../../lib/error-messages.ts';

export const stateNames: Readonly<Record<Postback['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
};

/** What the last attempt came to, in words. */
export function formatOutcome({ attempts, lastStatus, lastError }: Postback): string {
  if (attempts === 0) return 'Not tried yet.';
  return lastStatus === null ? formatCallError(lastError) : formatStatus(lastStatus);
}

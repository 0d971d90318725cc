import type { Postback } from '../../lib/api.ts';
import { formatCallError, formatStatus } from '../../lib/error-messages.ts';

export const stateNames: Readonly<Record<Postback['state'], string>> = {
  waiting: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const triggerNames: Readonly<Record<Postback['occasion'], string>> = {
  first: 'First conversion',
  hold: 'On hold',
  approved: 'Approved',
  rejected: 'Rejected',
  refunded: 'Refunded',
  change: 'Any change',
};

export function formatOutcome({ attempts, lastStatus, lastError }: Postback): string {
  if (attempts === 0) return 'No attempts yet.';
  return lastStatus === null ? formatCallError(lastError) : formatStatus(lastStatus);
}

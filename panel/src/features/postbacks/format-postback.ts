import type { Postback } from '../../lib/api/api.ts';
import { formatResult } from '../../lib/format/error-messages.ts';

export const stateNames: Readonly<Record<Postback['state'], string>> = {
  waiting: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
};

export function formatOutcome({ attempts, lastStatus, lastError }: Postback): string {
  if (attempts === 0) return 'No attempts yet.';
  return formatResult({ status: lastStatus, error: lastError });
}

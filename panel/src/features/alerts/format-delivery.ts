import type { AlertReceiver, AlertReceiverResult } from '../../lib/api/api.ts';
import { formatResult } from '../../lib/format/error-messages.ts';

export function formatDelivery(result: AlertReceiverResult, type: AlertReceiver['type']): string {
  const { isOk, status, error } = result;
  if (isOk) return 'Delivered.';
  if (type !== 'push') return formatResult(result);
  if (status === 404 || status === 410)
    return 'The push service no longer knows this device, so it was removed. Turn on notifications again.';
  // The error of an answer is what the push service says about it.
  return status === null || error === null ? formatResult(result) : `${formatResult(result)} ${error}`;
}

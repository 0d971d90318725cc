import type { Conversion } from './conversion.ts';
import type { IncomingEvent } from './read-incoming.ts';

/**
 * The conversions that a rejection or refund speaks of. Rules are not asked for that: one that counts only what is
 * approved would never hear that it was taken back. A message that names no transaction means the only one there is.
 */
export function findTakenBack(
  stored: readonly Conversion[],
  { transactionId, event }: Pick<IncomingEvent, 'transactionId' | 'event'>,
): Conversion[] {
  const named = stored.filter((conversion) => conversion.transactionId === transactionId);
  const isOnly = stored.every((conversion) => conversion.transactionId === stored[0]?.transactionId);
  const meant = named.length === 0 && transactionId === '' && isOnly ? stored : named;
  const ofEvent = meant.filter((conversion) => conversion.event === event);
  // Where the message has a name of its own, such as `refund`, it speaks of what was sold and not of the steps before.
  return ofEvent.length > 0 ? ofEvent : meant.filter(({ isConversion }) => isConversion);
}

import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import type { Conversion } from '../conversions/conversion.ts';

/** Returns the postback triggers that a change fires, most specific first. `before` is null for a new conversion. */
export function listOccasions(
  before: Conversion | null,
  after: Conversion,
  { isFirstEarning }: { isFirstEarning: boolean },
): PostbackOccasion[] {
  const hasNewStatus = before?.status !== after.status;
  const isChange = before !== null && (hasNewStatus || hasOtherAmount(before, after));
  return [
    ...(isFirstEarning ? ['first' as const] : []),
    ...(hasNewStatus ? [after.status] : []),
    ...(isChange ? ['change' as const] : []),
  ];
}

function hasOtherAmount({ amounts: before }: Conversion, { amounts: after }: Conversion): boolean {
  return (
    before.revenue !== after.revenue || before.payout !== after.payout || before.currency !== after.currency
  );
}

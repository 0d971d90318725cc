import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';

export const triggerLabels: Readonly<Record<PostbackOccasion, string>> = {
  first: 'First conversion',
  hold: 'On hold',
  approved: 'Approved',
  rejected: 'Rejected',
  refunded: 'Refunded',
  change: 'Any later change',
};

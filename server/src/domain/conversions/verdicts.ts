import type { InboxVerdict } from '@waypost/contract/conversions/inbox-verdicts.ts';

export const verdicts = {
  counted: 'Matched and counted.',
  updated: 'Updated the status or amount of an earlier conversion.',
  stored: 'Stored, but not counted because of its status. It will be counted if the status changes.',
  duplicate: 'Duplicate of an earlier conversion. Nothing changed.',
  'other-amount':
    'Repeats an earlier conversion with a different amount. The network’s duplicate policy keeps the first amount.',
  'outdated-status': 'The conversion already has a later status, or a newer postback changed it.',
  waiting: 'Waiting for its visit. Waypost retries automatically.',
  'no-visit': 'No visit found for this click ID.',
  'no-click-id': 'The request has no click ID.',
  'bad-click-id': 'Invalid click ID. It was not issued by this installation, or it was altered.',
  'foreign-visit': 'The click ID belongs to a different campaign.',
  'expired-window': 'The visit is older than the campaign’s attribution window.',
  'refused-source': 'The sender’s IP address is not on the affiliate network’s allowlist.',
  'from-page': 'Sent by a page, but none of the campaign’s actions accepts events from pages.',
  'no-rule': 'None of the campaign’s goal rules matched.',
  'no-action': 'The matching goal rule has no enabled action.',
  'unknown-status': 'Unknown status. Map it in the affiliate network’s status mapping.',
  'invalid-amount': 'The amount is ambiguous or not a number.',
  'nothing-to-refund': 'The amount is negative, but the visit has no conversion to refund.',
  'partial-refund':
    'A partial refund looks like a repeat and is not applied. Report the remaining amount instead, and set the network’s duplicate policy to update.',
  'unknown-currency': 'The workspace has no exchange rate for this currency.',
  unreadable: 'The request could not be parsed.',
} as const satisfies Record<InboxVerdict, string>;
export type Verdict = InboxVerdict;

export const settledVerdicts: readonly Verdict[] = [
  'counted',
  'updated',
  'stored',
  'duplicate',
  'other-amount',
  'outdated-status',
  'waiting',
];

// Verdicts of actions, strongest first. An event gets the strongest verdict of its actions.
const byWeight = [
  'counted',
  'updated',
  'stored',
  'expired-window',
  'outdated-status',
  'other-amount',
  'duplicate',
] as const;

/**
 * Verdict of a single action. A missing exchange rate is not included, because it causes the whole event to be
 * rejected.
 */
export type ActionVerdict = (typeof byWeight)[number];

export function heaviest(given: readonly ActionVerdict[]): Verdict {
  return byWeight.find((verdict) => given.includes(verdict)) ?? 'no-action';
}

const changeable: ReadonlySet<Verdict> = new Set([
  'other-amount',
  'waiting',
  'no-visit',
  'expired-window',
  'refused-source',
  'from-page',
  'no-rule',
  'no-action',
  'unknown-status',
  'invalid-amount',
  'nothing-to-refund',
  'partial-refund',
  'unknown-currency',
]);

export function mayChange(verdict: Verdict): boolean {
  return changeable.has(verdict);
}

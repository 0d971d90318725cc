import type { InboxVerdict } from '@waypost/contract/inbox-verdicts.ts';

/** Every end that an incoming event can come to, with the sentence that people read. */
export const verdicts = {
  counted: 'It is counted.',
  updated: 'It changed the status or the amount of what had come before.',
  stored: 'It came with a status that counts nothing; it is kept in case that changes.',
  duplicate: 'The same had come before, and nothing changed.',
  'other-amount':
    'The same had come before with another amount, which stays: that is the policy for repeats.',
  'outdated-status': 'What it speaks of has gone further already, or was changed by a later event.',
  waiting: 'Its visit has not been found yet; it is looked for again.',
  'no-visit': 'The visit of its click id was not found.',
  'no-click-id': 'It came without a click id.',
  'bad-click-id': 'Its click id was not made here, or was changed on the way.',
  'foreign-visit': 'Its click id belongs to another campaign.',
  'expired-window': 'The visit was too long ago for the campaign’s attribution window.',
  'refused-source': 'It came from an address that the network’s list does not allow.',
  'from-page': 'It came from a page, and no action of the campaign takes events from pages.',
  'no-rule': 'No goal rule of the campaign holds for it.',
  'no-action': 'The goal rule that holds for it has no action that is switched on.',
  'unknown-status': 'Neither the network’s list of status words nor ours has its status.',
  'invalid-amount': 'Its amount cannot be read with certainty.',
  'nothing-to-refund': 'It takes an amount back, and nothing has come of its visit that it could mean.',
  'partial-refund':
    'It takes back a part of what had come before, and cannot be told from a repeat: report the amount that is left, where the network’s policy for repeats is to update.',
  'unknown-currency': 'The workspace has no rate for its currency.',
  unreadable: 'The request could not be read.',
} as const satisfies Record<InboxVerdict, string>;
export type Verdict = InboxVerdict;

/** What came to its end, or still may: nobody has to look at it. */
export const settledVerdicts: readonly Verdict[] = [
  'counted',
  'updated',
  'stored',
  'duplicate',
  'other-amount',
  'outdated-status',
  'waiting',
];

/** The strongest first: of several actions of one event, this is what is said of the event. */
const byWeight = [
  'counted',
  'updated',
  'stored',
  'expired-window',
  'outdated-status',
  'other-amount',
  'duplicate',
] as const;

/** What one action can come to, besides an amount that nobody can convert, which ends the whole event. */
export type ActionVerdict = (typeof byWeight)[number];

export function heaviest(given: readonly ActionVerdict[]): Verdict {
  return byWeight.find((verdict) => given.includes(verdict)) ?? 'no-action';
}

/** What can come to another end when it is applied again after a setting was changed. */
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

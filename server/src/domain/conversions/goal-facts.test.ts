import { expect, it } from 'vitest';
import { goalFacts, type GoalVisit } from './goal-facts.ts';
import { readIncoming } from './read-incoming.ts';

const visit = { campaignId: 'c', offerId: 'o', country: 'DE', timeMs: 5_000 };
const factsOf = (
  query: string,
  {
    receivedMs = 8_999,
    isFirst = true,
    of = {},
  }: { receivedMs?: number; isFirst?: boolean; of?: Partial<GoalVisit> } = {},
) =>
  goalFacts({
    incoming: readIncoming(new URLSearchParams(query)),
    status: 'hold',
    visit: { ...visit, ...of },
    receivedMs,
    isFirst,
  });

it('goalFacts reads facts from the event and its visit', () => {
  const facts = factsOf('event=sale&payout=1.5&currency=EUR&txid=t1&zone=7');
  const fields = [
    'event',
    'status',
    'payout',
    'currency',
    'txid',
    'campaign',
    'offer',
    'country',
    'isFirst',
  ] as const;
  expect(fields.map((field) => facts.value(field))).toEqual([
    'sale',
    'hold',
    '1.5',
    'EUR',
    't1',
    'c',
    'o',
    'DE',
    true,
  ]);
  expect([facts.timeMs, facts.param('zone'), facts.param('none')]).toEqual([8_999, '7', undefined]);
  expect(facts.isUnique('campaign', undefined)).toBe(false);
});

it('goalFacts leaves out values that neither the event nor the visit has', () => {
  const facts = factsOf('', { isFirst: false, of: { offerId: null, country: '' } });
  for (const field of ['event', 'payout', 'currency', 'txid', 'offer', 'country'] as const)
    expect(facts.value(field)).toBeUndefined();
  expect(facts.value('isFirst')).toBe(false);
});

it.each([
  [5_000, 0],
  [5_999, 0],
  [6_000, 1],
  [8_999, 3],
  // The visit can be later than the event, because the clocks of two edges may disagree.
  [1_000, 0],
])(
  'goalFacts counts whole seconds since the visit, never below zero: received at %i ms',
  (receivedMs, seconds) => {
    expect(factsOf('', { receivedMs }).value('secondsSinceVisit')).toBe(seconds);
  },
);

import { describe, expect, it } from 'vitest';
import {
  describeFailed,
  describeFailedReports,
  describeFull,
  describeKeys,
  describeLateness,
  describeLost,
  describePaused,
  describeUnmatched,
  describeWarnings,
  formatTime,
} from './describe-attention.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = new Date('2026-11-16T12:00:00Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);

it.each([
  [0, '0 minutes'],
  [minuteMs, '1 minute'],
  [59 * minuteMs, '59 minutes'],
  [60 * minuteMs, '1 hour'],
  [23 * 60 * minuteMs, '23 hours'],
  [dayMs, '1 day'],
  [2 * dayMs, '2 days'],
  [1_500 * dayMs, '1,500 days'],
])('formatTime formats %i ms as %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text);
});

it('describeLateness reports late traffic once the threshold is reached', () => {
  expect(describeLateness(inMs(-5 * minuteMs + 1), now, 5)).toEqual([]);
  const [late, ...others] = describeLateness(inMs(-5 * minuteMs), now, 5);
  expect(late).toMatchObject({ kind: 'late-traffic', subject: null, count: null });
  expect(late?.message).toContain('5 minutes');
  expect(others).toEqual([]);
});

it('describeLost names a campaign that lost traffic or conversions, with its numbers', () => {
  const campaign = {
    id: 'c',
    name: 'Autumn',
    visits: 1,
    visitsBefore: 2_300,
    conversions: 0,
    conversionsBefore: 45,
  };
  const subject = { type: 'campaign', id: 'c', name: 'Autumn' };
  const traffic = describeLost('lost-traffic', campaign);
  expect(traffic).toMatchObject({ kind: 'lost-traffic', subject, count: null });
  expect(traffic.message).toMatch(/1 visit\b.*2,300/);
  const conversions = describeLost('lost-conversions', campaign);
  expect(conversions).toMatchObject({ kind: 'lost-conversions', subject });
  expect(conversions.message).toContain('45');
  expect(conversions.message).not.toContain('2,300');
});

describe('rejected incoming postbacks', () => {
  const reason = (id: string, verdict: string, count: number) => ({
    id,
    name: `Campaign ${id}`,
    verdict,
    count,
  });

  it('produce one item per campaign, with the total and the most common reason', () => {
    const found = describeUnmatched([
      reason('a', 'other', 3),
      reason('b', 'other', 1),
      reason('a', 'more', 2),
    ]);
    expect(found).toMatchObject([
      { kind: 'unmatched-events', subject: { type: 'campaign', id: 'a', name: 'Campaign a' }, count: 5 },
      { kind: 'unmatched-events', subject: { id: 'b' }, count: 1 },
    ]);
    expect(found[0]?.message).toMatch(/^5 incoming postbacks .*\(3\): other$/);
    expect(found[1]?.message).toMatch(/^1 incoming postback .*\. other$/);
  });

  it('produce no items if the list is empty', () => {
    expect(describeUnmatched([])).toEqual([]);
  });
});

describe('paused receivers', () => {
  const host = (origin: string, pausedInMs: number, waiting: number, reason = 'timeout') => ({
    origin,
    pausedAt: now.toISOString(),
    pausedUntil: inMs(pausedInMs).toISOString(),
    waiting,
    failures: 10,
    reason,
  });
  const described = (...hosts: ReturnType<typeof host>[]) => describePaused(hosts as never, now);

  it('are listed while they are paused or have queued postbacks', () => {
    const hosts = [host('a', 1, 0), host('b', 0, 0), host('c', 0, 1), host('d', -1, 2)];
    expect(described(...hosts).map(({ subject, count }) => [subject?.id, count])).toEqual([
      ['a', 0],
      ['c', 1],
      ['d', 2],
    ]);
  });

  it('are described differently after a manual pause than after failures', () => {
    const [failing, byHand] = described(host('a', 1, 1), host('b', 1, 2, 'paused_by_hand'));
    expect(failing).toMatchObject({
      kind: 'paused-receiver',
      subject: { type: 'receiver', id: 'a', name: 'a' },
    });
    expect(failing?.message).toMatch(/10 failed attempts.*1 postback\b/);
    expect(byHand?.message).not.toContain('10');
    expect(byHand?.message).toContain('2 postbacks');
  });
});

it('describeFailed counts failed postbacks by receiver', () => {
  const found = describeFailed([
    { origin: 'a', count: 1 },
    { origin: 'b', count: 1_200 },
  ]);
  expect(found).toMatchObject([
    { kind: 'failed-postbacks', subject: { type: 'receiver', id: 'a', name: 'a' }, count: 1 },
    { subject: { id: 'b' }, count: 1_200 },
  ]);
  expect(found[0]?.message).toMatch(/^1 postback failed/);
  expect(found[1]?.message).toMatch(/^1,200 postbacks failed/);
});

it('describeFull lists capped offers and paths with the time until the cap resets', () => {
  const found = describeFull(
    {
      fullOffers: [
        { id: 'o', name: 'Offer', until: inMs(2 * dayMs) },
        { id: 'total', name: 'Total', until: inMs(366 * dayMs + 1) },
        { id: 'year', name: 'Year', until: inMs(366 * dayMs) },
      ],
      fullPaths: [{ id: 'r', name: 'Rotator', path: 'Phones', until: inMs(60 * minuteMs) }],
    },
    now,
  );
  expect(found).toMatchObject([
    { kind: 'full-offer', subject: { type: 'offer', id: 'o', name: 'Offer' }, count: null },
    { kind: 'full-offer', subject: { id: 'total' } },
    { kind: 'full-offer', subject: { id: 'year' } },
    { kind: 'full-path', key: 'r Phones', subject: { type: 'rotator', id: 'r', name: 'Rotator' } },
  ]);
  const messages = found.map(({ message }) => message);
  expect(messages[0]).toContain('2 days');
  expect(messages[1]).not.toMatch(/\d/);
  expect(messages[2]).toContain('366 days');
  expect(messages[3]).toMatch(/Phones.*1 hour\b/);
});

it.each<[string, object[], object[], boolean]>([
  ['an active campaign uses it', [{ status: 'active' }, { status: 'paused' }], [{ message: 'm' }], true],
  ['only paused campaigns use it', [{ status: 'paused' }], [{ message: 'm', suggestion: 's' }], false],
  [
    'no campaign uses it, but a warning has a suggestion',
    [],
    [{ message: 'm' }, { message: 'n', suggestion: 's' }],
    true,
  ],
  ['no campaign uses it, and no warning has a suggestion', [], [{ message: 'm' }], false],
])(
  'describeWarnings lists a record with warnings only if it is relevant: %s',
  (_, campaigns, warnings, isListed) => {
    const record = { type: 'offer', id: 'o', name: 'Offer', campaigns, warnings };
    const expected = {
      kind: 'warning',
      message: 'm',
      subject: { type: 'offer', id: 'o', name: 'Offer' },
      count: warnings.length,
    };
    expect(describeWarnings([record] as never)).toEqual(isListed ? [expected] : []);
  },
);

it('describeKeys lists keys that expire within the threshold, but not expired or revoked ones', () => {
  const key = (id: string, expiresInMs: number, revokedAt: Date | null = null) => ({
    id,
    label: `Key ${id}`,
    expiresAt: inMs(expiresInMs),
    revokedAt,
  });
  const keys = [
    key('soon', 3 * dayMs),
    key('last moment', 1),
    key('expired', 0),
    key('revoked', dayMs, now),
    key('edge', 7 * dayMs),
    key('within', 7 * dayMs - 1),
  ];
  const found = describeKeys(keys as never, now, 7);
  expect(found.map(({ subject }) => subject?.id)).toEqual(['soon', 'last moment', 'within']);
  expect(found[0]).toMatchObject({
    kind: 'expiring-key',
    subject: { type: 'key', id: 'soon', name: 'Key soon' },
    count: null,
  });
  expect(found[0]?.message).toContain('3 days');
});

it('describeFailedReports says whether the schedule was stopped, with the words of the receiver', () => {
  const schedule = { id: 's', name: 'Weekly', error: 'Telegram: Unauthorized' };
  const [stopped, retried] = describeFailedReports([
    { ...schedule, isStopped: true },
    { ...schedule, isStopped: false },
  ]);
  expect(stopped).toEqual({
    kind: 'failed-report',
    message: 'The schedule was stopped. Telegram: Unauthorized',
    subject: { type: 'report-schedule', id: 's', name: 'Weekly' },
    count: null,
  });
  expect(retried?.message).toBe('The last report was not delivered. Telegram: Unauthorized');
});

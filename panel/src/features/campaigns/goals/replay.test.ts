import { describe, expect, it } from 'vitest';
import type { InboxReplay } from '../../../lib/api/api.ts';
import {
  buildReplayOrder,
  countPostbacks,
  formatReplayed,
  formatReplayProgress,
  formatReplayTitle,
  formatVerdictChanges,
  hasApplied,
  isOpenReplay,
  lastWeek,
  replayPercent,
} from './replay.ts';

type ReplayState = InboxReplay['state'];
const states: ReplayState[] = ['waiting', 'running', 'done', 'stopped', 'failed'];

describe('lastWeek', () => {
  const now = new Date('2026-11-18T10:20:30.000Z');
  const { from, to } = buildReplayOrder('c1', lastWeek(now));

  it('starts seven days ago', () => {
    expect(now.getTime() - Date.parse(from)).toBe(7 * 86_400_000);
  });

  it('ends one minute from now, so that postbacks from the current minute are included', () => {
    expect(Date.parse(to) - now.getTime()).toBe(60_000);
  });
});

it('buildReplayOrder converts local time to UTC', () => {
  const order = buildReplayOrder('c1', { from: '2026-11-01T00:00', to: '2026-11-02T12:30:15' });
  expect(order).toEqual({
    campaignId: 'c1',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 2, 12, 30, 15).toISOString(),
  });
});

it('isOpenReplay is true until the replay has ended', () => {
  expect(states.filter((state) => isOpenReplay({ state }))).toEqual(['waiting', 'running']);
});

describe('hasApplied', () => {
  it('is true once a replay that changes conversions has ended, even if it failed', () => {
    const applied = states.filter((state) => hasApplied({ state, isPreview: false }));
    expect(applied).toEqual(['done', 'stopped', 'failed']);
  });

  it('is false for a preview, which changes nothing, and without a replay', () => {
    expect(states.some((state) => hasApplied({ state, isPreview: true }))).toBe(false);
    expect(hasApplied(undefined)).toBe(false);
  });
});

it.each([
  [0, 'before the postbacks are counted', { done: 0, of: null }],
  [0, 'without postbacks', { done: 0, of: 0 }],
  [25, 'after one of four', { done: 1, of: 4 }],
  [100, 'if more arrived since they were counted', { done: 5, of: 4 }],
])('replayPercent is %s %s', (percent, _, progress) => {
  expect(replayPercent(progress)).toBe(percent);
});

describe('formatReplayProgress', () => {
  const running = { state: 'running' as const, isPreview: true, progress: { done: 1_000, of: 2_000 } };

  it('counts the postbacks that are checked or replayed', () => {
    expect(formatReplayProgress(running)).toBe('1,000 of 2,000 postbacks checked');
    expect(formatReplayProgress({ ...running, isPreview: false })).toBe('1,000 of 2,000 postbacks replayed');
  });

  it.each([
    ['is waiting', { state: 'waiting' as const }],
    ['has not counted the postbacks', { progress: { done: 0, of: null } }],
  ])('says that a replay waits for a worker if it %s', (_, change) => {
    expect(formatReplayProgress({ ...running, ...change })).toBe('Waiting for a worker');
  });
});

describe('formatReplayTitle', () => {
  const title = (state: ReplayState, of: number | null) =>
    formatReplayTitle({ state, progress: { done: 3, of }, result: { requests: 3 } });

  it('shows the number of postbacks in a complete replay', () => {
    expect(title('done', 3)).toBe('Replayed 3 postbacks');
  });

  it.each(['stopped', 'failed'] as const)(
    'says how many postbacks were replayed before the replay %s',
    (state) => {
      expect(title(state, 1_200)).toBe('Ended early: replayed 3 of 1,200 postbacks');
    },
  );

  it('shows the number of replayed postbacks as the total if the total is unknown', () => {
    expect(title('stopped', null)).toBe('Ended early: replayed 3 of 3 postbacks');
  });
});

it('formatVerdictChanges leaves out postbacks that keep their verdict', () => {
  const lines = formatVerdictChanges([
    { before: 'no-visit', after: 'counted', requests: 1_500 },
    { before: 'no-visit', after: 'no-visit', requests: 7 },
  ]);
  expect(lines).toEqual(['No visit → Counted: 1,500']);
});

it.each([
  [true, 'Sale, approved, 5 EUR'],
  [false, 'Updated: Sale, approved, 5 EUR'],
])('formatReplayed with isNew %s is %j', (isNew, text) => {
  expect(formatReplayed({ isNew, label: 'Sale', status: 'approved', payout: '5', currency: 'EUR' })).toBe(
    text,
  );
});

it.each([
  [0, '0 postbacks'],
  [1, '1 postback'],
  [1_000, '1,000 postbacks'],
])('countPostbacks of %s is %j', (requests, text) => {
  expect(countPostbacks(requests)).toBe(text);
});

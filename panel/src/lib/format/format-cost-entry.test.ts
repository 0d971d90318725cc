import { expect, it } from 'vitest';
import type { CostEntry } from '../api/api.ts';
import { formatCostPeriod, formatCostStatus } from './format-cost-entry.ts';

const entry: CostEntry = {
  id: 'c1',
  campaignId: 'k1',
  campaignName: 'Spring',
  from: '2026-11-14T23:00:00.000Z',
  to: '2026-11-15T22:59:59.999Z',
  tokens: {},
  mode: 'add',
  amount: '125',
  currency: 'EUR',
  original: { amount: '125', currency: 'EUR' },
  takenOut: null,
  status: 'spread',
  reason: null,
  visits: 1_200,
  progress: { done: 1, parts: 1 },
  replacedBy: null,
  createdAt: '2026-11-16T11:20:45.018Z',
  createdBy: { type: 'user', id: 'me', label: 'anna@example.com' },
  withdrawnAt: null,
};

it("formatCostPeriod formats whole days in the workspace's time zone, and adds times to all other periods", () => {
  expect(formatCostPeriod(entry, 'Europe/Berlin')).toBe('15 Nov 2026');
  expect(formatCostPeriod({ ...entry, from: '2026-11-09T23:00:00.000Z' }, 'Europe/Berlin')).toBe(
    '10 Nov 2026 – 15 Nov 2026',
  );
  expect(formatCostPeriod({ ...entry, tokens: { token1: 'site-7' } }, 'UTC')).toBe(
    '14 Nov 2026 23:00:00 – 15 Nov 2026 22:59:59, token1 is site-7',
  );
});

it.each([
  // The clocks skip midnight on September 6, so the day starts at 01:00.
  ['2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z', 'America/Santiago', '6 Sept 2026'],
  // The hour after midnight is repeated on November 1.
  ['2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z', 'America/Havana', '1 Nov 2026'],
  [
    '2026-11-01T05:00:00.000Z',
    '2026-11-02T04:59:59.999Z',
    'America/Havana',
    '1 Nov 2026 00:00:00 – 1 Nov 2026 23:59:59',
  ],
  ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', 'Europe/Berlin', '29 Mar 2026'],
  // Entries that end at the last full second of a day also cover whole days.
  ['2025-12-31T00:00:00.000Z', '2026-01-01T23:59:59.000Z', 'UTC', '31 Dec 2025 – 1 Jan 2026'],
  ['2026-11-16T10:00:00.000Z', '2026-11-16T10:00:00.000Z', 'UTC', '16 Nov 2026 10:00:00'],
])('formatCostPeriod formats %s to %s in %s as "%s"', (from, to, timezone, text) => {
  expect(formatCostPeriod({ ...entry, from, to }, timezone)).toBe(text);
});

it('formatCostPeriod lists every token that limits the entry', () => {
  const tokens = { token1: 'site-7', token2: '' };
  expect(formatCostPeriod({ ...entry, tokens }, 'Europe/Berlin')).toBe(
    '15 Nov 2026, token1 is site-7, token2 is ',
  );
});

it('formatCostStatus describes the status of an entry', () => {
  expect(formatCostStatus(entry)).toBe('Applied to 1,200 visits');
  expect(formatCostStatus({ ...entry, status: 'pending', visits: null })).toBe('Applying');
  expect(formatCostStatus({ ...entry, mode: 'correct', visits: 1 })).toBe('Applied to 1 visit (correction)');
  expect(formatCostStatus({ ...entry, mode: 'replace', visits: 0 })).toBe(
    'Applied to 0 visits (replacement)',
  );
  expect(formatCostStatus({ ...entry, status: 'withdrawing' })).toBe('Reversing, 1,200 visits');
  expect(formatCostStatus({ ...entry, status: 'failed', replacedBy: 'c2' })).toBe('Failed');
  expect(formatCostStatus({ ...entry, status: 'withdrawn', replacedBy: 'c2' })).toBe('Reversed');
  expect(formatCostStatus({ ...entry, replacedBy: 'c2' })).toBe('Replaced by a later entry');
  expect(formatCostStatus({ ...entry, status: 'withdrawn' })).toBe('Reversed');
  expect(formatCostStatus({ ...entry, status: 'failed', reason: 'no rate for EUR' })).toBe(
    'Failed: no rate for EUR',
  );
});

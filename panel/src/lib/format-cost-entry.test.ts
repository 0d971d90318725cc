import { expect, it } from 'vitest';
import type { CostEntry } from './api.ts';
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

it("formatCostPeriod formats whole days in the workspace's time zone, and times for anything else", () => {
  expect(formatCostPeriod(entry, 'Europe/Berlin')).toBe('15 Nov 2026');
  expect(formatCostPeriod({ ...entry, from: '2026-11-09T23:00:00.000Z' }, 'Europe/Berlin')).toBe(
    '10 Nov 2026 – 15 Nov 2026',
  );
  expect(formatCostPeriod({ ...entry, tokens: { token1: 'site-7' } }, 'UTC')).toBe(
    '14 Nov 2026 23:00:00 – 15 Nov 2026 22:59:59, token1 is site-7',
  );
});

it('formatCostStatus describes the status of an entry', () => {
  expect(formatCostStatus(entry)).toBe('Applied to 1,200 visits');
  expect(formatCostStatus({ ...entry, status: 'pending', visits: null })).toBe('Applying');
  expect(formatCostStatus({ ...entry, mode: 'correct', visits: 1 })).toBe('Applied to 1 visit (correction)');
  expect(formatCostStatus({ ...entry, replacedBy: 'c2' })).toBe('Replaced by a later entry');
  expect(formatCostStatus({ ...entry, status: 'withdrawn' })).toBe('Reversed');
  expect(formatCostStatus({ ...entry, status: 'failed', reason: 'no rate for EUR' })).toBe(
    'Failed: no rate for EUR',
  );
});

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

it('says days of the workspace, and hours where an entry is not about whole days', () => {
  expect(formatCostPeriod(entry, 'Europe/Berlin')).toBe('15 Nov 2026');
  expect(formatCostPeriod({ ...entry, from: '2026-11-09T23:00:00.000Z' }, 'Europe/Berlin')).toBe(
    '10 Nov 2026 to 15 Nov 2026',
  );
  expect(formatCostPeriod({ ...entry, tokens: { token1: 'site-7' } }, 'UTC')).toBe(
    '14 Nov 2026 23:00:00 to 15 Nov 2026 22:59:59, token1 is site-7',
  );
});

it('says how far an entry has come', () => {
  expect(formatCostStatus(entry)).toBe('Spread, 1,200 visits');
  expect(formatCostStatus({ ...entry, status: 'pending', visits: null })).toBe('Being spread');
  expect(formatCostStatus({ ...entry, mode: 'correct', visits: 1 })).toBe('Spread, 1 visit, a correction');
  expect(formatCostStatus({ ...entry, replacedBy: 'c2' })).toBe('Replaced by a later entry');
  expect(formatCostStatus({ ...entry, status: 'withdrawn' })).toBe('Taken back');
  expect(formatCostStatus({ ...entry, status: 'failed', reason: 'no rate for EUR' })).toBe(
    'Failed: no rate for EUR',
  );
});

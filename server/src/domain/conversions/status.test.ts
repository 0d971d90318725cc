import { conversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { describe, expect, it } from 'vitest';
import { isCounting, isEarning, mayMove, readStatus } from './status.ts';

describe('readStatus', () => {
  it.each([
    ['approved', 'approved'],
    ['APPROVED', 'approved'],
    [' Sale ', 'approved'],
    ['1', 'approved'],
    ['lead', 'hold'],
    ['On Hold', 'hold'],
    ['on_hold', 'hold'],
    ['in-progress', 'hold'],
    ['trash', 'rejected'],
    ['Cancelled', 'rejected'],
    ['Canceled', 'rejected'],
    ['charge_back', 'refunded'],
    ['', 'none'],
    ['  ', 'none'],
    ['2', 'unknown'],
    ['payout_pending_x', 'unknown'],
    ['constructor', 'unknown'],
  ])('maps %j to %s', (word, status) => {
    expect(readStatus(word, {})).toBe(status);
  });

  it('prefers the network’s status mapping over the built-in words', () => {
    const statusMap = { sale: 'hold', '2': 'rejected', 'on hold': 'approved' } as const;
    expect(['Sale', '2', 'ON HOLD', 'on_hold', 'lead'].map((word) => readStatus(word, statusMap))).toEqual([
      'hold',
      'rejected',
      'approved',
      'hold',
      'hold',
    ]);
  });

  it('maps each status to itself', () => {
    for (const status of conversionStatus.options) expect(readStatus(status, {})).toBe(status);
  });
});

it('mayMove allows only changes to a later status and the re-approval of a rejected conversion', () => {
  const all = conversionStatus.options;
  const moves = all.flatMap((from) => all.filter((to) => mayMove(from, to)).map((to) => `${from} to ${to}`));
  expect(moves).toEqual([
    'hold to approved',
    'hold to rejected',
    'hold to refunded',
    'approved to rejected',
    'approved to refunded',
    'rejected to approved',
  ]);
});

it('isCounting excludes rejected conversions, and isEarning also excludes refunded ones', () => {
  expect(conversionStatus.options.filter(isCounting)).toEqual(['hold', 'approved', 'refunded']);
  expect(conversionStatus.options.filter(isEarning)).toEqual(['hold', 'approved']);
});

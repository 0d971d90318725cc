import { alertRuleKinds } from '@waypost/contract/monitoring/alert-rules.ts';
import { describe, expect, it } from 'vitest';
import { formatNotified } from './format-notified.ts';
import { formatUnit, readThreshold } from './thresholds.ts';

describe('readThreshold', () => {
  it.each([
    [undefined, 15, undefined],
    ['', 15, undefined],
    ['  ', 0, undefined],
    ['15', 15, undefined],
    ['15.0', 15, undefined],
    ['0', 15, 0],
    ['0.5', 15, 0.5],
    ['20', null, 20],
  ])('returns $2 for the input %j and the current threshold $1', (draft, current, threshold) => {
    expect(readThreshold(draft, current)).toBe(threshold);
  });
});

it('formatUnit returns the currency only for thresholds in money', () => {
  for (const [kind, { threshold }] of Object.entries(alertRuleKinds))
    if (threshold !== undefined)
      expect(formatUnit(threshold.unit, 'EUR') === 'EUR', kind).toBe(threshold.unit === 'money');
});

describe('formatNotified', () => {
  it.each([
    [0, 0, 'No receivers'],
    [1, 0, '1 receiver'],
    [2, 0, '2 receivers'],
    [0, 1, '0 receivers, 1 pending'],
    [1, 2, '1 receiver, 2 pending'],
  ])('formats %d notified and %d pending receivers as "%s"', (told, toldWaiting, text) => {
    expect(formatNotified({ told, toldWaiting })).toBe(text);
  });
});

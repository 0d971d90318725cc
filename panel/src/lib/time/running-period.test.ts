import { describe, expect, it } from 'vitest';
import { isRunningPeriod } from './running-period.ts';

const clock = { day: '2026-11-19', time: '17:05:00' };

describe('isRunningPeriod', () => {
  it.each([
    ['day', '2026-11-19', true],
    ['day', '2026-11-18', false],
    ['month', '2026-11', true],
    ['month', '2026-10', false],
    ['week', '2026-11-16', true],
    ['week', '2026-11-09', false],
    ['week', '2026-11-23', false],
    ['hour', '2026-11-19T17:00+01:00', true],
    ['hour', '2026-11-19T16:00+01:00', false],
    ['hourOfDay', '17', false],
    ['day', null, false],
  ])('%s %s: %s', (id, value, expected) => {
    expect(isRunningPeriod(id, value, clock)).toBe(expected);
  });
});

import { expect, it } from 'vitest';
import { clockIn, periodBefore } from './period-before.ts';

const clock = { day: '2026-11-17', time: '09:30:00' };

it.each([
  [
    { from: '2026-11-10', to: '2026-11-12' },
    { from: '2026-11-07', to: '2026-11-09' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-28', to: '2026-02-28' },
  ],
  [
    { from: '2026-11-17', to: '2026-11-17' },
    { from: '2026-11-16', to: '2026-11-16 09:30:00' },
  ],
  [
    { from: '2026-11-11', to: '2026-11-17' },
    { from: '2026-11-04', to: '2026-11-10 09:30:00' },
  ],
])('%o has %o before it', (period, before) => {
  expect(periodBefore(period, clock)).toEqual(before);
});

it('reads the clock of a zone', () => {
  expect(clockIn('Asia/Tokyo', new Date('2026-11-16T20:05:06Z'))).toEqual({
    day: '2026-11-17',
    time: '05:05:06',
  });
});

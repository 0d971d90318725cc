import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expiryDay, readTimeCell, timeCell } from './time-cells.ts';

it('timeCell writes seconds with three decimals for times in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 45), { minLength: 1, maxLength: 5 }), (moments) => {
      for (const timeMs of moments) expect(timeCell(timeMs)).toBe((timeMs / 1_000).toFixed(3));
    }),
  );
});

it('readTimeCell restores the time that timeCell wrote', () => {
  fc.assert(
    fc.property(fc.nat(Date.UTC(5000, 0)), (timeMs) => {
      expect(readTimeCell(timeCell(timeMs))).toBe(timeMs);
    }),
  );
});

it.each([
  ['2026-11-16 09:00:00.007', Date.UTC(2026, 10, 16, 9, 0, 0, 7)],
  ['2026-11-16 09:00:00', Date.UTC(2026, 10, 16, 9)],
  ['1794819600.007', Date.UTC(2026, 10, 16, 9, 0, 0, 7)],
  ['1794819600.5', Date.UTC(2026, 10, 16, 9, 0, 0, 500)],
  ['1794819600', Date.UTC(2026, 10, 16, 9)],
  ['1794819600007', Date.UTC(2026, 10, 16, 9, 0, 0, 7)],
  ['', 0],
])('readTimeCell supports %j', (text, timeMs) => {
  expect(readTimeCell(text)).toBe(timeMs);
});

it('expiryDay returns the date on which the retention period ends', () => {
  expect(expiryDay(Date.UTC(2026, 1, 27, 23, 59), 2)).toBe('2026-03-01');
  expect(expiryDay(Date.UTC(2026, 1, 28), 0)).toBe('2026-02-28');
});

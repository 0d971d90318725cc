import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expiryDay, timeCell } from './time-cells.ts';

it('writes a moment as seconds with three decimals, whichever was written before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 45), { minLength: 1, maxLength: 5 }), (moments) => {
      for (const timeMs of moments) expect(timeCell(timeMs)).toBe((timeMs / 1_000).toFixed(3));
    }),
  );
});

it('names the day on which a row may go, so many days after that of its moment', () => {
  expect(expiryDay(Date.UTC(2026, 1, 27, 23, 59), 2)).toBe('2026-03-01');
  expect(expiryDay(Date.UTC(2026, 1, 28), 0)).toBe('2026-02-28');
});

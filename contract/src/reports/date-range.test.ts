import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, formatDays, formatRange, namedRanges, readRange, writeRange } from './date-range.ts';
import { daysIn, shiftDay } from './period-before.ts';

const today = '2026-03-01';

describe('readRange', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['last-7-days', '2026-02-23', '2026-03-01'],
    ['last-14-days', '2026-02-16', '2026-03-01'],
    ['last-30-days', '2026-01-31', '2026-03-01'],
    // The day is a Sunday, the last day of its week.
    ['this-week', '2026-02-23', '2026-03-01'],
    ['last-week', '2026-02-16', '2026-02-22'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-month', '2026-03-01', '2026-03-01'],
    ['2026-01-05..2026-01-09', '2026-01-05', '2026-01-09'],
  ])('reads %s as %s to %s', (text, from, to) => {
    expect(readRange(text, today)).toEqual({ from, to });
  });

  it.each([
    ['yesterday', '2024-03-01', '2024-02-29'],
    ['yesterday', '2026-01-01', '2025-12-31'],
    ['last-7-days', '2026-01-03', '2025-12-28'],
    ['last-30-days', '2024-03-01', '2024-02-01'],
    ['this-month', '2026-12-31', '2026-12-01'],
    ['this-week', '2026-03-02', '2026-03-02'],
    ['last-week', '2026-01-01', '2025-12-22'],
    ['last-month', '2026-01-15', '2025-12-01'],
  ])('starts $0 at $2 if today is $1', (name, day, from) => {
    expect(readRange(name, day)?.from).toBe(from);
  });

  it.each([
    ['', 'empty text'],
    ['tomorrow', 'an unknown name'],
    ['toString', 'a property of every object'],
    ['Today', 'a name in a different case'],
    ['2026-02-30..2026-03-01', 'a day that does not exist'],
    ['2026-02-29..2026-03-01', 'a leap day in an ordinary year'],
    ['2026-13-01..2026-13-02', 'a month that does not exist'],
    ['2026-03-02..2026-03-01', 'days in the wrong order'],
    ['2026-01-01', 'a single day'],
    ['2026-01-01..', 'a range without an end'],
    ['..2026-01-01', 'a range without a start'],
    ['2026-01-01..2026-01-02..2026-01-03', 'three days'],
    ['2026-1-5..2026-1-9', 'days without leading zeros'],
    ['2026-01-05T00:00..2026-01-09', 'a time'],
    [' 2026-01-05..2026-01-09', 'a leading space'],
  ])('rejects "%s": %s', (text) => {
    expect(readRange(text, today)).toBeUndefined();
  });

  it('reads every range that writeRange writes', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => shiftDay('2000-01-01', days));
    fc.assert(
      fc.property(day, day, (one, other) => {
        const days = one <= other ? { from: one, to: other } : { from: other, to: one };
        expect(readRange(writeRange(days), today)).toEqual(days);
      }),
    );
  });

  it('never reads a range that ends before it starts, whatever the URL contains', () => {
    const part = fc.oneof(
      fc.constantFrom(...Object.keys(namedRanges), '2026-01-05', '2025-12-31', '..'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const days = readRange(parts.join(''), today);
        if (days !== undefined) expect(daysIn(days)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('uses the same format as writeRange and formatRange', () => {
    const days = { from: '2026-01-05', to: '2026-01-09' };
    expect(writeRange(days)).toBe('2026-01-05..2026-01-09');
    expect(formatRange(writeRange(days), days)).toBe('5 Jan 2026 – 9 Jan 2026');
    expect(formatRange('last-7-days', days)).toBe('Last 7 days');
  });
});

it('dayIn uses the given time zone', () => {
  const moment = new Date('2026-11-16T23:30:00Z');
  expect(dayIn('Asia/Tokyo', moment)).toBe('2026-11-17');
  expect(dayIn('America/New_York', moment)).toBe('2026-11-16');
});

it.each([
  ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
  ['Asia/Kathmandu', '2026-11-16T18:15:00Z', '2026-11-17'],
])('dayIn in %s at %s is %s', (timezone, moment, day) => {
  expect(dayIn(timezone, new Date(moment))).toBe(day);
});

it('formatDays writes a single day once', () => {
  expect(formatDays({ from: '2026-05-09', to: '2026-05-09' })).toBe('9 May 2026');
  expect(formatDays({ from: '2025-12-31', to: '2026-01-01' })).toBe('31 Dec 2025 – 1 Jan 2026');
});

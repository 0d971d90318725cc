import { expect, it } from 'vitest';
import { formatClock } from './format-clock.ts';

it.each([
  ['2026-11-16T00:00:00.000Z', 'UTC', '16 Nov 2026, 00:00:00'],
  ['2026-11-16T23:59:59.999Z', 'UTC', '16 Nov 2026, 23:59:59'],
  ['2026-11-16T23:30:00.000Z', 'Asia/Tokyo', '17 Nov 2026, 08:30:00'],
  ['2026-03-29T00:59:59.000Z', 'Europe/Berlin', '29 Mar 2026, 01:59:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '29 Mar 2026, 03:00:00'],
  ['2026-11-16T12:00:00.000Z', 'Asia/Kathmandu', '16 Nov 2026, 17:45:00'],
])('formatClock formats %s in %s as %s', (moment, timezone, text) => {
  expect(formatClock(moment, timezone)).toBe(text);
});

it('formatClock rejects an unknown time zone instead of using a different one', () => {
  expect(() => formatClock('2026-11-16T00:00:00.000Z', 'Mars/Olympus')).toThrow(RangeError);
});

import { describe, expect, it } from 'vitest';
import { formatMoment } from './format-moment.ts';

const now = new Date('2026-11-18T12:00:00Z');
const after = (seconds: number) => formatMoment(new Date(now.getTime() + seconds * 1_000), now, 'Asia/Tokyo');
const [minute, hour, day] = [60, 3_600, 86_400];

describe('formatMoment', () => {
  it.each([
    [0, 'just now'],
    [-59, 'just now'],
    [59, 'just now'],
    [-minute, '1 minute ago'],
    [minute, 'in 1 minute'],
    [-59 * minute, '59 minutes ago'],
    [-hour, '1 hour ago'],
    [-23 * hour, '23 hours ago'],
    [-day, 'yesterday'],
    [day, 'tomorrow'],
    [-14 * day, '14 days ago'],
    [90 * day - 80 * day, 'in 10 days'],
  ])('describes a time %d seconds from now as "%s"', (seconds, text) => {
    expect(after(seconds)).toBe(text);
  });

  it('shows the date in the time zone of a time more than 14 days away', () => {
    expect(after(-14 * day - 1)).toBe('4 Nov 2026, 20:59');
    expect(after(15 * day)).toBe('3 Dec 2026, 21:00');
  });
});

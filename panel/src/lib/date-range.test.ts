import { describe, expect, it } from 'vitest';
import { dayIn, readRange, formatRange, writeRange } from './date-range.ts';

const today = '2026-03-01';

describe('readRange', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['last-7-days', '2026-02-23', '2026-03-01'],
    ['last-30-days', '2026-01-31', '2026-03-01'],
    ['this-month', '2026-03-01', '2026-03-01'],
    ['2026-01-05..2026-01-09', '2026-01-05', '2026-01-09'],
  ])('reads %s as %s to %s', (text, from, to) => {
    expect(readRange(text, today)).toEqual({ from, to });
  });

  it.each(['', 'tomorrow', 'toString', '2026-02-30..2026-03-01', '2026-03-02..2026-03-01', '2026-01-01'])(
    'rejects "%s"',
    (text) => expect(readRange(text, today)).toBeUndefined(),
  );

  it('reads the format of writeRange, which formatRange can display', () => {
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeRange } from './read-time-range.ts';
import { listOffsetSpans, offsetAt } from './zone-offsets.ts';

function read(from: string, to: string, timezone = 'UTC'): string[] {
  const reading = readTimeRange({ from, to, timezone });
  if ('issues' in reading) return reading.issues.map(({ path, message }) => `${path}: ${message}`);
  return [reading.range.fromMs, reading.range.toMs].map((ms) => new Date(ms).toISOString());
}

describe('readTimeRange', () => {
  it.each([
    ['UTC 2026-11-16 to 2026-11-17', ['2026-11-16', '2026-11-17'], ['16T00:00:00.000Z', '17T23:59:59.999Z']],
    ['UTC one day', ['2026-11-16', '2026-11-16'], ['16T00:00:00.000Z', '16T23:59:59.999Z']],
    ['UTC minutes', ['2026-11-16 09:30', '2026-11-16 10:00'], ['16T09:30:00.000Z', '16T10:00:59.999Z']],
    [
      'Asia/Kathmandu seconds',
      ['2026-11-16 09:30:01', '2026-11-16T10:00:02'],
      ['16T03:45:01.000Z', '16T04:15:02.999Z'],
    ],
    [
      'Asia/Kathmandu minutes of other zones',
      ['2026-11-16T09:30Z', '2026-11-16 12:00+02:00'],
      ['16T09:30:00.000Z', '16T10:00:59.999Z'],
    ],
    [
      'Asia/Kathmandu moments',
      ['2026-11-16T09:30:00Z', '2026-11-16T12:00:00.123+02:00'],
      ['16T09:30:00.000Z', '16T10:00:00.123Z'],
    ],
  ])('includes both ends: %s', (name, [from = '', to = ''], ends) => {
    expect(read(from, to, name.split(' ')[0])).toEqual(ends.map((end) => `2026-11-${end}`));
  });

  it.each([
    ['2026-11-16T09:30:00+02:00', '2026-11-16T07:30:00.000Z'],
    ['2026-11-16T09:30:00 02:00', '2026-11-16T07:30:00.000Z'],
    ['2026-11-16 09:30 0200', '2026-11-16T07:30:00.000Z'],
    ['2026-11-16T09:30-09:30', '2026-11-16T19:00:00.000Z'],
    ['2026-11-16T09:30:00.5Z', '2026-11-16T09:30:00.500Z'],
    ['2026-11-16t09:30:00z', '2026-11-16T09:30:00.000Z'],
    ['2026-11-16 23:59:59Z', '2026-11-16T23:59:59.000Z'],
    ['2026-11-16T09:30:00+0545', '2026-11-16T03:45:00.000Z'],
    ['2026-11-16T09:30:00-18:59', '2026-11-17T04:29:00.000Z'],
  ])('reads the start %s, which has an offset, as %s in every time zone', (from, first) => {
    for (const zone of ['UTC', 'Pacific/Kiritimati']) expect(read(from, '2026-12-01', zone)[0]).toBe(first);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '16.11.2026',
    '2026-11-16T24:00',
    '2026-11-16T10:60',
    '2026-11-16T10:00:60',
    '2026-11-16T10',
    '2026-11-16Z',
    '2026-11-16T10:00+19:00',
    '2026-11-16T10:00+02:60',
    '1969-12-31',
    '2106-01-02',
    '1794820805',
    ' 2026-11-16',
    '2026-11-16T10:00:00.',
  ])('rejects %j', (text) => {
    expect(read(text, '2026-11-16')[0]).toMatch(/^from: must be a date such as/);
    expect(read('2026-11-16', text).join()).toMatch(/to: must/);
  });

  it.each([
    ['1970-01-01', 'Asia/Tokyo', '1970-01-01T00:00:00.000Z'],
    ['1970-01-01', 'UTC', '1970-01-01T00:00:00.000Z'],
  ])('clips the start to the first allowed year: %s in %s', (from, timezone, first) => {
    expect(read(from, '2026-11-16', timezone)[0]).toBe(first);
  });

  it.each([
    ['2105-12-31', 'UTC', '2105-12-31T23:59:59.999Z'],
    ['2105-12-31', 'America/Adak', '2105-12-31T23:59:59.999Z'],
    ['2106-01-01', 'Pacific/Kiritimati', '2105-12-31T23:59:59.999Z'],
  ])('clips the end to the last allowed year: %s in %s', (to, timezone, last) => {
    expect(read('2026-11-16', to, timezone)[1]).toBe(last);
  });

  it('rejects days outside the allowed years', () => {
    expect(read('2026-11-16', '2106-01-01').join()).toMatch(/^to: must be a date/);
    expect(read('2106-01-01', '2106-01-01').join()).toMatch(/^from: must be a date/);
    expect(read('1969-12-31', '1969-12-31', 'Asia/Tokyo').join()).toMatch(/^from: must be a date/);
  });

  it('accepts a range of one millisecond, even at the limits', () => {
    for (const text of ['2026-11-16T09:30:00.500Z', '1970-01-01T00:00:00.000Z', '2105-12-31T23:59:59.999Z'])
      expect(read(text, text)).toEqual([text, text]);
  });

  it('reports an invalid start and an invalid end together', () => {
    expect(read('x', 'y')).toHaveLength(2);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z']],
    ['Europe/Berlin', '2026-10-25', ['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z']],
    ['Africa/Cairo', '2026-04-24', ['2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z']],
  ])('covers the whole day of a clock change in %s, %s', (timezone, day, ends) => {
    expect(read(day, day, timezone)).toEqual(ends);
  });

  it('resolves a skipped time to the time of the clock change and covers both occurrences of a repeated time', () => {
    const skipped = read('2026-03-29 02:30', '2026-03-29 02:30', 'Europe/Berlin');
    expect(skipped).toEqual(['to: must not be earlier than the start (from)']);
    expect(read('2026-03-29 02:30', '2026-03-29 03:00', 'Europe/Berlin')[0]).toBe('2026-03-29T01:00:00.000Z');
    expect(read('2026-03-29', '2026-03-29 02:30', 'Europe/Berlin')[1]).toBe('2026-03-29T00:59:59.999Z');
    expect(read('2026-10-25 02:30', '2026-10-25 02:30', 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:59.999Z',
    ]);
  });
});

describe('readTimeRange near a clock change', () => {
  it.each([
    [
      'right after a skipped hour',
      'America/New_York',
      '2026-03-08 03:30',
      ['08T07:30:00.000Z', '08T07:30:59.999Z'],
    ],
    [
      'right after a repeated hour',
      'Europe/Berlin',
      '2026-10-25 03:00',
      ['25T02:00:00.000Z', '25T02:00:59.999Z'],
    ],
    [
      'that starts a repeated hour, to the millisecond',
      'Europe/Berlin',
      '2026-10-25 02:00:00.000',
      ['25T00:00:00.000Z', '25T01:00:00.000Z'],
    ],
  ])('uses the correct offset for a time %s: %s %s', (_, timezone, text, ends) => {
    const month = text.slice(0, 8);
    expect(read(text, text, timezone)).toEqual(ends.map((end) => `${month}${end}`));
  });
});

describe('listOffsetSpans', () => {
  it('includes a change on the first day of a year and only changes within the range', () => {
    const fromMs = Date.parse('2017-12-01T00:00:00Z');
    const changeMs = Date.parse('2018-01-01T01:00:00Z');
    const spansTo = (toMs: number) => listOffsetSpans('Africa/Sao_Tome', fromMs, toMs);
    const before = { startMs: fromMs, offsetMs: 0 };
    const after = { startMs: changeMs, offsetMs: 3_600_000 };
    expect(spansTo(changeMs - 1)).toEqual([before]);
    expect(spansTo(changeMs)).toEqual([before, after]);
    expect(spansTo(Date.parse('2018-12-31T00:00:00Z'))).toEqual([before, after]);
    expect(listOffsetSpans('Africa/Sao_Tome', changeMs, changeMs + 1)).toEqual([after]);
    expect(spansTo(Date.parse('2019-06-01T00:00:00Z')).slice(2)).toEqual([
      { startMs: Date.parse('2019-01-01T01:00:00Z'), offsetMs: 0 },
    ]);
  });

  it('returns the correct offset for every time in the range', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(
        zone,
        moment,
        fc.integer({ min: 0, max: 400 * 86_400_000 }),
        (timezone, fromMs, lengthMs) => {
          const spans = listOffsetSpans(timezone, fromMs, fromMs + lengthMs);
          for (let part = 0; part <= 20; part += 1) {
            const atMs = fromMs + Math.floor((lengthMs * part) / 20);
            const span = spans.findLast(({ startMs }) => startMs <= atMs);
            expect(span?.offsetMs).toBe(offsetAt(timezone, atMs));
          }
          for (const { startMs, offsetMs } of spans.slice(1))
            expect(offsetAt(timezone, startMs - 1)).not.toBe(offsetMs);
        },
      ),
      { numRuns: 60 },
    );
  });
});

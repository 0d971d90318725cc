import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAround } from './day-around.ts';

function shown(timezone: string, time: string) {
  const { startMs, endMs } = dayAround(timezone, Date.parse(time));
  return [startMs, endMs].map((ms) => new Date(ms).toISOString().replace(':00.000Z', 'Z'));
}

describe('dayAround', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00Z', '2026-01-02T00:00Z'],
    ['UTC', '2026-01-01T23:59:59.999Z', '2026-01-01T00:00Z', '2026-01-02T00:00Z'],
    ['Asia/Kathmandu', '2026-01-01T18:14:59Z', '2025-12-31T18:15Z', '2026-01-01T18:15Z'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2026-12-31T10:00Z', '2027-01-01T10:00Z'],
    ['Pacific/Pago_Pago', '2026-12-31T10:59:00Z', '2026-12-30T11:00Z', '2026-12-31T11:00Z'],
  ])('returns the day from midnight to midnight: %s at %s', (timezone, time, start, end) => {
    expect(shown(timezone, time)).toEqual([start, end]);
  });

  it.each([
    ['23 hours when clocks go forward', 'Europe/Berlin', '2026-03-29T12:00:00Z', 23],
    ['25 hours when clocks go back', 'Europe/Berlin', '2026-10-25T12:00:00Z', 25],
    ['23½ hours when clocks move by half an hour', 'Australia/Lord_Howe', '2026-10-04T00:00:00Z', 23.5],
    ['23 hours when midnight is skipped', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23],
    ['24 hours before a skipped day', 'Pacific/Apia', '2011-12-29T12:00:00Z', 24],
    ['24 hours after a skipped day', 'Pacific/Apia', '2011-12-31T08:00:00Z', 24],
  ])('returns a day of %s', (_, timezone, time, hours) => {
    const { startMs, endMs } = dayAround(timezone, Date.parse(time));
    expect((endMs - startMs) / 3_600_000).toBe(hours);
  });

  it('returns exactly the local day that contains the given time, in any time zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moment = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, (timezone, time) => {
        const { startMs, endMs } = dayAround(timezone, time.getTime());
        const dateAt = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: timezone });
        const date = dateAt(time.getTime());
        expect(time.getTime()).toBeGreaterThanOrEqual(startMs);
        expect(time.getTime()).toBeLessThan(endMs);
        expect([dateAt(startMs), dateAt(endMs - 1)]).toEqual([date, date]);
        expect(dateAt(startMs - 1) < date && dateAt(endMs) > date).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

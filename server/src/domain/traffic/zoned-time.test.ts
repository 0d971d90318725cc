import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zonedTimeWriter } from './zoned-time.ts';

describe('zonedTimeWriter', () => {
  it.each([
    ['UTC', '2026-11-16T09:30:00.007Z', '2026-11-16T09:30:00.007+00:00'],
    ['Europe/Berlin', '2026-10-25T00:59:59.999Z', '2026-10-25T02:59:59.999+02:00'],
    ['Europe/Berlin', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000+01:00'],
    ['Asia/Kathmandu', '2026-12-31T18:15:00.000Z', '2027-01-01T00:00:00.000+05:45'],
    ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000-03:30'],
  ])('writes, for %s, the time %s as %s', (timezone, moment, written) => {
    expect(zonedTimeWriter(timezone)(Date.parse(moment))).toBe(written);
  });

  it('writes text that parses to the same time, in every time zone and for times in any order', () => {
    const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));
    const moments = fc.array(fc.integer({ min: Date.UTC(2015), max: Date.UTC(2040) }), { maxLength: 5 });
    fc.assert(
      fc.property(zone, moments, (timezone, times) => {
        const write = zonedTimeWriter(timezone);
        for (const time of times) expect(Date.parse(write(time))).toBe(time);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBackupAt } from './next-backup.ts';

const threeOClock = 180;

function next({ success, failure, now }: { success?: string; failure?: string; now: string }): string {
  const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(`${text}:00Z`));
  const state = { lastSuccessAt: toDate(success), lastFailureAt: toDate(failure) };
  return nextBackupAt(state, threeOClock, new Date(`${now}:00Z`))
    .toISOString()
    .slice(0, 16);
}

describe('nextBackupAt', () => {
  it('returns now if there is no backup', () => {
    expect(next({ now: '2026-11-19T12:00' })).toBe('2026-11-19T12:00');
  });

  it.each([
    ['2026-11-19T03:10', '2026-11-20T03:00'],
    ['2026-11-19T03:00', '2026-11-20T03:00'],
    ['2026-11-19T02:59', '2026-11-19T12:00'],
    ['2026-11-19T11:59', '2026-11-20T03:00'],
    ['2026-11-18T14:00', '2026-11-19T12:00'],
    ['2026-08-01T03:10', '2026-11-19T12:00'],
  ])('after a backup at %s, with the time 03:00, returns %s', (success, expected) => {
    expect(next({ success, now: '2026-11-19T12:00' })).toBe(expected);
  });

  it('returns the next day across the end of a month and a year', () => {
    expect(next({ success: '2026-12-31T03:10', now: '2026-12-31T03:11' })).toBe('2027-01-01T03:00');
  });

  it.each([
    ['2026-11-19T11:30', undefined, '2026-11-19T12:30'],
    ['2026-11-19T10:30', undefined, '2026-11-19T12:00'],
    ['2026-11-19T11:30', '2026-11-18T03:10', '2026-11-19T12:30'],
    ['2026-11-19T02:00', '2026-11-19T03:10', '2026-11-20T03:00'],
    ['2026-11-19T11:30', '2026-11-19T03:10', '2026-11-20T03:00'],
  ])('after a failure at %s and a backup at %s, returns %s', (failure, success, expected) => {
    const times = { failure, ...(success === undefined ? {} : { success }) };
    expect(next({ ...times, now: '2026-11-19T12:00' })).toBe(expected);
  });

  it('ignores times in the future, which are from before the clock was set back', () => {
    const future = '2027-01-01T00:00';
    expect(next({ success: future, failure: future, now: '2026-11-19T12:00' })).toBe('2026-11-19T12:00');
  });

  it('is never before now and at most a day ahead, at the set time unless a failure is retried', () => {
    const time = fc.option(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2026-01-04'), noInvalidDate: true }),
      { nil: undefined },
    );
    const now = new Date('2026-01-03T12:34:56Z');
    fc.assert(
      fc.property(time, time, fc.integer({ min: 0, max: 1_439 }), (success, failure, minuteOfDay) => {
        const state = { lastSuccessAt: success, lastFailureAt: failure };
        const ahead = nextBackupAt(state, minuteOfDay, now).getTime() - now.getTime();
        expect(ahead).toBeGreaterThanOrEqual(0);
        expect(ahead).toBeLessThanOrEqual(86_400_000);
        const due = nextBackupAt({ ...state, lastFailureAt: undefined }, minuteOfDay, now);
        const minutes = due.getUTCHours() * 60 + due.getUTCMinutes();
        if (due > now) expect(minutes).toBe(minuteOfDay);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followAlerts, type KnownAlert } from './follow-alerts.ts';

const minuteMs = 60_000;
const quietMs = 5 * minuteMs;
const check = { unknownKinds: new Set<never>(), lastsMinutes: () => 0 };
const lost = { kind: 'lost-traffic', key: 'a' } as const;
const known: KnownAlert = { ...lost, id: '1', firstSeenMs: 0, lastSeenMs: 0, openedMs: 0 };

describe('followAlerts', () => {
  it('opens an alert once the problem has lasted as long as the rule requires', () => {
    const first = followAlerts({ ...check, nowMs: 0, known: [], found: [lost], lastsMinutes: () => 2 });
    expect(first.begun).toEqual([{ item: lost, isOpen: false }]);
    const pending = { ...known, openedMs: null };
    const at = (minutes: number) =>
      followAlerts({
        ...check,
        nowMs: minutes * minuteMs,
        known: [pending],
        found: [lost],
        lastsMinutes: () => 2,
      });
    expect(at(1).seen).toMatchObject([{ isOpened: false }]);
    expect(at(2).seen).toMatchObject([{ isOpened: true }]);
    const gone = followAlerts({ ...check, nowMs: 1, known: [pending], found: [], lastsMinutes: () => 2 });
    expect(gone).toMatchObject({ dropped: ['1'], recovered: [] });
  });

  it('opens an alert immediately if the rule sets no minimum duration', () => {
    const { begun } = followAlerts({ ...check, nowMs: 0, known: [], found: [lost] });
    expect(begun).toEqual([{ item: lost, isOpen: true }]);
  });

  it('measures the quiet time from the time when the problem was last seen', () => {
    const at = (nowMs: number) =>
      followAlerts({ ...check, nowMs, known: [{ ...known, lastSeenMs: minuteMs }], found: [] });
    expect(at(minuteMs + quietMs - 1).recovered).toEqual([]);
    expect(at(minuteMs + quietMs).recovered).toEqual(['1']);
  });

  it('resolves an alert after the quiet time, unless its kind could not be checked', () => {
    const at = (nowMs: number, unknownKinds = new Set<'lost-traffic'>()) =>
      followAlerts({ ...check, nowMs, known: [known], found: [], unknownKinds });
    expect(at(quietMs - 1).recovered).toEqual([]);
    expect(at(quietMs).recovered).toEqual(['1']);
    expect(at(quietMs, new Set(['lost-traffic'] as const)).recovered).toEqual([]);
  });

  it('ends an alert without a notification when its rule is turned off', () => {
    const off = followAlerts({
      ...check,
      nowMs: 0,
      known: [known],
      found: [lost],
      lastsMinutes: () => undefined,
    });
    expect(off).toEqual({ begun: [], seen: [], recovered: [], silenced: ['1'], dropped: [] });
  });

  it('opens and resolves each alert once, however often it comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray(['a', 'b', 'c']), { maxLength: 60 }), (checks) => {
        let alerts: KnownAlert[] = [];
        const open = new Map<string, number>();
        for (const [minute, keys] of checks.entries()) {
          const nowMs = minute * minuteMs;
          const found = keys.map((key) => ({ kind: 'lost-traffic', key }) as const);
          const { begun, seen, recovered } = followAlerts({ ...check, nowMs, known: alerts, found });
          expect(followAlerts({ ...check, nowMs, known: alerts, found })).toMatchObject({ begun, recovered });
          for (const id of recovered) open.set(id.slice(0, 1), (open.get(id.slice(0, 1)) ?? 0) - 1);
          for (const { item } of begun) open.set(item.key, (open.get(item.key) ?? 0) + 1);
          const touched = new Set(seen.map(({ id }) => id));
          alerts = [
            ...alerts
              .filter(({ id }) => !recovered.includes(id))
              .map((one) => (touched.has(one.id) ? { ...one, lastSeenMs: nowMs } : one)),
            ...begun.map(({ item }) => ({
              ...item,
              id: `${item.key}${minute}`,
              firstSeenMs: nowMs,
              lastSeenMs: nowMs,
              openedMs: nowMs,
            })),
          ];
          expect([...open.values()].every((count) => count === 0 || count === 1)).toBe(true);
          expect(keys.every((key) => open.get(key) === 1)).toBe(true);
        }
      }),
    );
  });
});

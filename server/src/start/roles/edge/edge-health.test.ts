import { expect, it } from 'vitest';
import type { SpoolStatus } from '../../../edge/spool/open-spool.ts';
import { edgeChecks, edgeReadiness } from './edge-health.ts';

it('says once when a part is not well, and once when it is again', () => {
  const changes: [string, string | undefined][] = [];
  let trouble: string | undefined;
  const readiness = edgeReadiness({ spool: () => trouble, geo: () => undefined }, (name, message) =>
    changes.push([name, message]),
  );
  expect(readiness().status).toBe('ready');
  trouble = 'the disk is full';
  expect(readiness()).toMatchObject({
    status: 'degraded',
    checks: [
      { name: 'spool', ok: false, essential: false, message: 'the disk is full' },
      { name: 'geo', ok: true },
    ],
  });
  readiness();
  trouble = undefined;
  expect(readiness().status).toBe('ready');
  expect(changes).toEqual([
    ['spool', 'the disk is full'],
    ['spool', undefined],
  ]);
});

it('keeps since when a part is as it is', () => {
  const readiness = edgeReadiness({ spool: () => 'the disk is full' }, () => undefined);
  const [first] = readiness().checks;
  expect(readiness().checks[0]?.since).toBe(first?.since);
});

it('says whether rows wait for the engine or for their visits', () => {
  const late = { oldestUnshippedMs: 30_001, backlogBytes: 3 * 1024 ** 2 };
  const streamsOf = (visits: Partial<SpoolStatus>, clicks: Partial<SpoolStatus>) => ({
    visits: { status: () => visits },
    clicks: { status: () => clicks },
    inbox: { status: () => ({ oldestUnshippedMs: 0 }) },
  });
  const say = (visits: Partial<SpoolStatus>, clicks: Partial<SpoolStatus>, stopped: object[] = []) => {
    const streams = streamsOf(visits, clicks);
    const parts = {
      streams,
      adopted: new Set(stopped),
      traffic: { engine: 'ClickHouse' },
    } as unknown as Parameters<typeof edgeChecks>[0];
    return edgeChecks(parts)['shipping']?.();
  };
  expect(say({ oldestUnshippedMs: 30_000 }, { oldestUnshippedMs: 0 })).toBeUndefined();
  expect(say(late, { ...late, heldSegments: 7 })).toBe(
    '3.0 MiB wait for ClickHouse, 3.0 MiB wait for the visits of their rows',
  );
  expect(say({ oldestUnshippedMs: 0 }, { ...late, heldSegments: 7, isShippingFailing: true })).toBe(
    '3.0 MiB wait for ClickHouse',
  );
  // What a stopped process left waits like the process's own.
  const idle = { oldestUnshippedMs: 0 };
  expect(say(idle, idle, [streamsOf(late, idle)])).toBe('3.0 MiB wait for ClickHouse');
});

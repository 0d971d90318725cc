import { expect, it } from 'vitest';
import type { SpoolStatus } from '../../../edge/spool/open-spool.ts';
import { edgeChecks, edgeReadiness } from './edge-health.ts';

it('edgeReadiness reports a failing check once and its recovery once', () => {
  const changes: [string, string | undefined][] = [];
  let problem: string | undefined;
  const readiness = edgeReadiness({ spool: () => problem, geo: () => undefined }, (name, message) =>
    changes.push([name, message]),
  );
  expect(readiness().status).toBe('ready');
  problem = 'the disk is full';
  expect(readiness()).toMatchObject({
    status: 'degraded',
    checks: [
      { name: 'spool', ok: false, essential: false, message: 'the disk is full' },
      { name: 'geo', ok: true },
    ],
  });
  readiness();
  problem = undefined;
  expect(readiness().status).toBe('ready');
  expect(changes).toEqual([
    ['spool', 'the disk is full'],
    ['spool', undefined],
  ]);
});

it('edgeReadiness does not change `since` while the state stays the same', () => {
  const readiness = edgeReadiness({ spool: () => 'the disk is full' }, () => undefined);
  const [first] = readiness().checks;
  expect(readiness().checks[0]?.since).toBe(first?.since);
});

it('the shipping check reports whether rows are waiting for the engine or for their visits', () => {
  const late = { oldestUnshippedMs: 30_001, backlogBytes: 3 * 1024 ** 2 };
  const streamsOf = (visits: Partial<SpoolStatus>, clicks: Partial<SpoolStatus>) => ({
    visits: { status: () => visits },
    clicks: { status: () => clicks },
    inbox: { status: () => ({ oldestUnshippedMs: 0 }) },
  });
  const describeShipping = (
    visits: Partial<SpoolStatus>,
    clicks: Partial<SpoolStatus>,
    stopped: object[] = [],
  ) => {
    const streams = streamsOf(visits, clicks);
    const parts = {
      streams,
      adopted: new Set(stopped),
      traffic: { engine: 'ClickHouse' },
    } as unknown as Parameters<typeof edgeChecks>[0];
    return edgeChecks(parts)['shipping']?.();
  };
  expect(describeShipping({ oldestUnshippedMs: 30_000 }, { oldestUnshippedMs: 0 })).toBeUndefined();
  expect(describeShipping(late, { ...late, heldSegments: 7 })).toBe(
    '3.0 MiB waiting for ClickHouse, 3.0 MiB waiting for late visits',
  );
  expect(
    describeShipping({ oldestUnshippedMs: 0 }, { ...late, heldSegments: 7, isShippingFailing: true }),
  ).toBe('3.0 MiB waiting for ClickHouse');
  // The sum includes spools adopted from stopped processes.
  const idle = { oldestUnshippedMs: 0 };
  expect(describeShipping(idle, idle, [streamsOf(late, idle)])).toBe('3.0 MiB waiting for ClickHouse');
});

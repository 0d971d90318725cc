import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeHost, type HostFailures } from './judge-host.ts';
import { planClaims, type PostbackQueue } from './plan-claims.ts';

function queue(name: string, given: Partial<PostbackQueue> = {}): PostbackQueue {
  const [workspaceId = '', origin = ''] = name.split(' ');
  return { workspaceId, origin, due: 16, underWay: 0, hostFailures: null, ...given };
}

function counts(queues: PostbackQueue[], room = 1_000): Record<string, number> {
  return Object.fromEntries(
    planClaims(queues, room, 0).map(({ workspaceId, origin, count }) => [`${workspaceId} ${origin}`, count]),
  );
}

function failing(times: number): HostFailures | null {
  let hostFailures: HostFailures | null = null;
  for (let at = 0; at < times; at += 1)
    hostFailures = judgeHost(hostFailures, { status: null, error: 'connect' }, -120_000);
  return hostFailures;
}

describe('planClaims', () => {
  it('serves queues in turn if one queue is long and there is little capacity', () => {
    expect(
      counts([queue('w1 long'), queue('w1 short', { due: 1 }), queue('w1 other', { due: 3 })], 8),
    ).toEqual({
      'w1 long': 4,
      'w1 short': 1,
      'w1 other': 3,
    });
  });

  it('shares a receiver’s sixteen calls between workspaces', () => {
    expect(counts([queue('w1 a'), queue('w2 a'), queue('w3 a', { underWay: 2, due: 0 })])).toEqual({
      'w1 a': 7,
      'w2 a': 7,
    });
  });

  it('limits failing receivers, skips paused ones and allows one call after a pause', () => {
    const pausedNow = { ...(failing(10) as HostFailures), pausedUntilMs: 1 };
    expect(
      counts([
        queue('w1 failing', { hostFailures: failing(4) }),
        queue('w1 paused', { hostFailures: pausedNow }),
        queue('w1 probed', { hostFailures: failing(10) }),
        queue('w1 asked', { hostFailures: failing(10), underWay: 1 }),
        queue('w2 paused'),
      ]),
    ).toEqual({ 'w1 failing': 2, 'w1 probed': 1, 'w2 paused': 16 });
  });

  it('never exceeds the due postbacks, the capacity or sixteen calls per receiver, and starves no queue', () => {
    const name = fc.tuple(fc.constantFrom('w1', 'w2', 'w3'), fc.constantFrom('a', 'b', 'c', 'd'));
    const queues = fc.uniqueArray(
      fc.record({ name, due: fc.nat(16), underWay: fc.nat(16), failures: fc.nat(12) }),
      { selector: ({ name: [workspace, origin] }) => `${workspace} ${origin}` },
    );
    fc.assert(
      fc.property(queues, fc.nat(40), (made, room) => {
        const all = made.map(({ name: [workspace, origin], failures, ...rest }) =>
          queue(`${workspace} ${origin}`, { ...rest, hostFailures: failing(failures) }),
        );
        const claims = planClaims(all, room, 0);
        expect(claims.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(room);
        for (const origin of ['a', 'b', 'c', 'd']) {
          const before = all
            .filter((one) => one.origin === origin)
            .reduce((sum, one) => sum + one.underWay, 0);
          const more = claims.filter((one) => one.origin === origin).reduce((sum, one) => sum + one.count, 0);
          expect(more).toBeLessThanOrEqual(Math.max(0, 16 - before));
        }
        const isFullRoom = claims.reduce((sum, { count }) => sum + count, 0) === room;
        for (const one of all.filter(({ hostFailures, due }) => hostFailures === null && due > 0)) {
          const claim = claims.find(
            (taken) => taken.origin === one.origin && taken.workspaceId === one.workspaceId,
          );
          const others = all
            .filter(({ origin }) => origin === one.origin)
            .reduce((sum, { underWay }) => sum + underWay, 0);
          if (!isFullRoom && others + all.length <= 16) expect(claim?.count).toBeGreaterThan(0);
          expect(claim?.count ?? 0).toBeLessThanOrEqual(one.due);
        }
      }),
    );
  });
});

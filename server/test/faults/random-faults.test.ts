import { expect, test } from 'vitest';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import { describeProblem } from '../../src/testing/faults/problem.ts';
import { runFaults } from '../../src/testing/faults/run-faults.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { defaultStores } from '../../src/testing/machine.ts';
import { rounds } from '../../src/testing/rounds.ts';

const isShort = rounds(1, 0) === 1;
// In half a minute, these seeds fill and slow down the disk, change the clock, kill the store, all edges and the
// supervisor, and restart the roles.
// `npm run test:faults` runs longer, with any seed.
const shortSeeds: Record<TrafficStoreName, number[]> = { clickhouse: [13045], postgres: [19497] };
const seedsOf = (store: TrafficStoreName) => (isShort ? shortSeeds[store] : [1, 2, 3, 4]);

test.each(defaultStores.flatMap((store) => seedsOf(store).map((seed) => ({ store, seed }))))(
  'with traffic in $store and the random faults of seed $seed, everything that was answered is stored exactly once',
  async ({ store, seed }) => {
    const { problems, timeline, counts } = await runFaults({
      store,
      shards: 1,
      seed,
      durationMs: rounds(32_000, 120_000),
      visitsPerSecond: rounds(40, 80),
      freezeMsMax: rounds(4_000, 45_000),
      clockOffsetMsMax: rounds(5_000, 60_000),
      ignoresStopped: isShort,
      settleMs: rounds(hangLimitMs, 3 * hangLimitMs),
      // The short form starts with a prepared data directory and runs as few processes as possible.
      ...(isShort ? { topology: { edges: 1, hasStandby: true, hasProxies: false } } : {}),
    });
    expect(problems.map(describeProblem), timeline.join('\n')).toEqual([]);
    expect(counts['visits answered']).toBeGreaterThan(100);
    expect(counts['incoming postbacks answered']).toBeGreaterThan(10);
    expect(counts['changes accepted']).toBeGreaterThan(10);
  },
);

import { expect, test } from 'vitest';
import { describeProblem } from '../../src/testing/faults/problem.ts';
import { runFaults } from '../../src/testing/faults/run-faults.ts';
import { defaultStores } from '../../src/testing/machine.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { rounds } from '../../src/testing/rounds.ts';

// `npm run test:faults` runs longer, with other seeds.
const seeds = rounds(1, 4);

test.each(
  defaultStores.flatMap((store) => Array.from({ length: seeds }, (_, index) => ({ store, seed: index + 1 }))),
)(
  'with traffic in $store and seed $seed, everything that was answered is stored exactly once after random faults',
  async ({ store, seed }) => {
    const { problems, timeline, counts } = await runFaults({
      store,
      seed,
      durationMs: rounds(35_000, 120_000),
      visitsPerSecond: 80,
      freezeMsMax: rounds(4_000, 45_000),
      ignoresStopped: rounds(1, 0) === 1,
      settleMs: rounds(hangLimitMs, 3 * hangLimitMs),
      // The short form starts with a prepared data directory and runs as few processes as possible.
      ...(seeds === 1 ? { topology: { edges: 1, hasStandby: true, hasProxies: false } } : {}),
    });
    expect(problems.map(describeProblem), timeline.join('\n')).toEqual([]);
    expect(counts['visits answered']).toBeGreaterThan(100);
    expect(counts['incoming postbacks answered']).toBeGreaterThan(10);
    expect(counts['changes accepted']).toBeGreaterThan(10);
  },
);

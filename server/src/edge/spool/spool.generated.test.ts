import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { MemoryTarget, type TargetFault } from '../../testing/spool/memory-target.ts';
import { SimulatedDisk, type DiskFault } from '../../testing/spool/simulated-disk.ts';
import { openSpool, type Spool } from './open-spool.ts';
import type { Fate } from './waiting-row.ts';

type SpoolStep =
  | { do: 'append'; count: number }
  | { do: 'turns'; count: number }
  | { do: 'diskFault'; fault: DiskFault }
  | { do: 'targetFault'; fault: TargetFault }
  | { do: 'kill' }
  | { do: 'cutPower' };

const january = Date.UTC(2026, 0, 31, 23, 59);
const february = Date.UTC(2026, 1, 1);

const step: fc.Arbitrary<SpoolStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('diskFault' as const),
      fault: fc.oneof(
        fc.record({
          operation: fc.constantFrom(
            'sync' as const,
            'write',
            'rename',
            'syncDirectory',
            'create',
            'remove',
            'read',
          ),
          code: fc.constantFrom('EIO', 'ENOSPC'),
        }),
        fc.record({ operation: fc.constant('write' as const), bytes: fc.integer({ min: 0, max: 100 }) }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('targetFault' as const),
      fault: fc.constantFrom('lost-on-the-way' as const, 'stored-but-no-answer', 'stored-and-forgotten'),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<SpoolStep>({ do: 'kill' }, { do: 'cutPower' }) },
);

// Simulates a series of processes that use the same directory, and records the fate of each row.
class Simulation {
  readonly disk = new SimulatedDisk();
  readonly target = new MemoryTarget();
  readonly appended = new Set<string>();
  readonly fates = new Map<string, Fate>();
  readonly #random: (below: number) => number;
  #spool: Spool | undefined;

  constructor(seed: number) {
    let state = seed;
    this.#random = (below) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  async open(): Promise<Spool> {
    this.#spool = await openSpool({
      directory: '/spool',
      files: this.disk.files(),
      segmentBytes: 3_000,
      segmentMs: 2,
      retryPauseMs: 1,
      now: () => january,
    });
    this.#spool.startShipping(this.target, { firstPauseMs: 1 });
    return this.#spool;
  }

  async perform(one: SpoolStep): Promise<void> {
    if (one.do === 'append') for (let count = 0; count < one.count; count += 1) this.#append();
    else if (one.do === 'turns')
      for (let turn = 0; turn < one.count; turn += 1) await new Promise(setImmediate);
    else if (one.do === 'diskFault') this.disk.faults.push(one.fault);
    else if (one.do === 'targetFault') this.target.faults.push(one.fault);
    else await this.restart(one.do);
  }

  async restart(how: 'kill' | 'cutPower'): Promise<Spool> {
    this.disk.faults.length = 0;
    if (how === 'kill') this.disk.kill();
    else {
      this.disk.cutPower(this.#random);
      this.target.forgetTokens();
    }
    return await this.open();
  }

  #append(): void {
    const row = `row ${this.appended.size} ${'x'.repeat(this.#random(80))}`;
    this.appended.add(row);
    const timeMs = this.#random(10) === 0 ? february : january;
    this.#spool?.append(row, timeMs, (fate) => this.fates.set(row, fate));
  }
}

it('the spool ships every acknowledged row and no row twice, whatever disk, target and power failures occur', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(), async (steps, seed) => {
      const simulation = new Simulation(seed);
      await simulation.open();
      for (const one of steps) await simulation.perform(one);
      const spool = await simulation.restart(seed % 2 === 0 ? 'kill' : 'cutPower');
      while (spool.status().backlogSegments > 0) await new Promise(setImmediate);
      await spool.close();
      const rows = simulation.target.rows();
      expect(new Set(rows).size).toBe(rows.length);
      const kept = [...simulation.fates].filter(([, fate]) => fate === 'kept').map(([row]) => row);
      expect(kept.filter((row) => !rows.includes(row))).toEqual([]);
      expect(rows.filter((row) => !simulation.appended.has(row))).toEqual([]);
    }),
    { numRuns: rounds(250, 1_000) },
  );
});

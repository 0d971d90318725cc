/** Spreading costs over many visits, by workers that die: exact, and once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getCostEntry, withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { processCostEntry, type CostWork } from '../../src/services/costs/process-cost-entry.ts';
import { settleCosts } from '../../src/services/costs/settle-costs.ts';
import { beginCostPart, saveCostPart, saveCostPlan } from '../../src/store/costs/cost-work.ts';
import type { Executor } from '../../src/store/database/database.ts';
import {
  addVisits,
  costDayStart,
  enterCost,
  openCostLab,
  times,
  type CostLab,
} from '../../src/testing/attribution/cost-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { defaultStores } from '../../src/testing/machine.ts';
import { deleteRecordedVisits } from '../../src/testing/traffic/delete-recorded-visits.ts';
import { trafficAddress } from '../../src/testing/traffic/traffic.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

describeLightStores('traffic in %s', (store) => {
  let lab: CostLab;

  beforeAll(() => {
    lab = openCostLab(store);
  });

  afterAll(() => lab.close());

  describe('many visits', () => {
    test('are charged in several parts, which together are exact, and are taken back to zero', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [...times(20, {}), ...times(8, { visit_time: costDayStart + 5_000 })]);
      const entry = await enterCost(owner, { amount: '0.1' });
      const narrow = { ...lab.worker, partVisits: 7 };
      await lab.finish(entry.id, narrow);
      const spread = await getCostEntry(owner, entry.id);
      expect(spread).toMatchObject({ status: 'spread', visits: 28 });
      expect(spread.progress?.parts).toBeGreaterThan(3);
      expect(spread.progress?.done).toBe(spread.progress?.parts);
      expect(await lab.readCosts(owner)).toEqual({ rows: 28, cost: '0.1' });
      await withdrawCostEntry(owner, entry.id);
      await lab.finish(entry.id, narrow);
      expect(await getCostEntry(owner, entry.id)).toMatchObject({ status: 'withdrawn' });
      expect(await lab.readCosts(owner)).toEqual({ rows: 56, cost: '0' });
      expect(await listActions(owner, entry.id)).toEqual(['cost.create', 'cost.withdraw']);
    });

    test('that come in while it is spread share in what is left, and the sum stays exact', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(20, {}));
      const entry = await enterCost(owner, { amount: '1' });
      let inserts = 0;
      const disturbed = disturb(async () => {
        inserts += 1;
        if (inserts === 2) await addVisits(owner, times(20, {}));
      });
      await lab.finish(entry.id, { ...disturbed, partVisits: 5 });
      const { rows, cost } = await lab.readCosts(owner);
      expect(rows).toBeGreaterThan(20);
      expect(cost).toBe('1');
      expect((await getCostEntry(owner, entry.id)).visits).toBe(rows);
    });
  });

  test('an entry whose visits are deleted meanwhile fails, and what was written of it is taken back', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(9, {}));
    const entry = await enterCost(owner, { amount: '1' });
    let inserts = 0;
    const disturbed = disturb(async () => {
      inserts += 1;
      if (inserts !== 2) return;
      await deleteRecordedVisits(trafficAddress(store), owner.workspaceId);
    });
    await lab.finish(entry.id, { ...disturbed, partVisits: 5 });
    expect(await getCostEntry(owner, entry.id)).toMatchObject({
      status: 'failed',
      reason: 'The visits were deleted before the cost was distributed.',
    });
    expect(await lab.readCosts(owner)).toMatchObject({ cost: '0' });
  });

  /** A worker for whom something happens before and after each write. */
  function disturb(
    before: () => Promise<void>,
    after: () => Promise<void> = async () => undefined,
  ): CostWork {
    const disturbed = async (write: () => Promise<void>) => {
      await before();
      await write();
      await after();
    };
    const { traffic } = lab;
    const writing: Pick<TrafficStore, 'distributeCost' | 'reverseCost'> = {
      distributeCost: (...given) => disturbed(() => traffic.distributeCost(...given)),
      reverseCost: (...given) => disturbed(() => traffic.reverseCost(...given)),
    };
    return { ...lab.worker, traffic: { ...traffic, ...writing } };
  }

  describe('a worker that dies', () => {
    test.each([
      ['before an insert', 'before'],
      ['after an insert, before it is known', 'after'],
    ])('%s leaves what another one finishes, once', async (_, when) => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(12, {}));
      const entry = await enterCost(owner, { amount: '1' });
      const dies = async () => await Promise.reject(new Error('killed'));
      const lives = async () => undefined;
      const dying = when === 'before' ? disturb(dies) : disturb(lives, dies);
      const narrow = { ...dying, partVisits: 5 };
      for (let step = 0; step < 3; step += 1) {
        await lab.endLease(entry.id);
        await expect(processCostEntry(narrow, { id: entry.id })).rejects.toThrow('killed');
      }
      await lab.finish(entry.id);
      expect(await lab.readCosts(owner)).toEqual({ rows: 12, cost: '1' });
      await withdrawCostEntry(owner, entry.id);
      await lab.endLease(entry.id);
      await expect(processCostEntry(narrow, { id: entry.id })).rejects.toThrow('killed');
      await lab.finish(entry.id);
      expect(await lab.readCosts(owner)).toEqual({ rows: 24, cost: '0' });
      expect((await getCostEntry(owner, entry.id)).status).toBe('withdrawn');
    });

    test('while another takes over at the same moment doubles nothing', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(12, {}));
      const entry = await enterCost(owner, { amount: '1' });
      const attempt = async () => {
        await lab.endLease(entry.id);
        await processCostEntry({ ...lab.worker, partVisits: 4 }, { id: entry.id }).catch(() => undefined);
      };
      await Promise.all([attempt(), attempt(), attempt(), attempt()]);
      await lab.finish(entry.id);
      expect(await lab.readCosts(owner)).toEqual({ rows: 12, cost: '1' });
    });

    test('in the middle, when the entry is then withdrawn, leaves nothing on any visit', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(12, {}));
      const entry = await enterCost(owner, { amount: '1' });
      let inserts = 0;
      const dying = disturb(
        async () => undefined,
        async () => {
          inserts += 1;
          if (inserts === 2) throw new Error('killed');
        },
      );
      await expect(processCostEntry({ ...dying, partVisits: 5 }, { id: entry.id })).rejects.toThrow('killed');
      await withdrawCostEntry(owner, entry.id);
      // Until then an insert of the dead one could still come true.
      await lab.database.asSystem((executor) =>
        sql`UPDATE cost_entries SET leased_until = '-infinity' WHERE id = ${entry.id}`.execute(executor),
      );
      expect(await processCostEntry(lab.worker, { id: entry.id })).toBeUndefined();
      await lab.finish(entry.id);
      expect((await lab.readCosts(owner)).cost).toBe('0');
      expect((await getCostEntry(owner, entry.id)).status).toBe('withdrawn');
    });
  });

  test('a part that is said to be written late does not end the wait for the one that is being written', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(2, {}));
    const entry = await enterCost(owner, { amount: '1' });
    const key = { id: entry.id, workspaceId: owner.workspaceId };
    const part = { fromMs: costDayStart, untilMs: costDayStart + 1_000, amount: '0.5', visits: 1 };
    const begin = (executor: Executor) => beginCostPart(executor, key, { leaseMs: 60_000, insertMs: 60_000 });
    const isInserting = async (executor: Executor) => {
      const { rows } = await sql<{ isInserting: boolean }>`
      SELECT inserting_until > now() AS "isInserting" FROM cost_entries WHERE id = ${entry.id}`.execute(
        executor,
      );
      return rows[0]?.isInserting;
    };
    await lab.database.asSystem(async (executor) => {
      await saveCostPlan(executor, key, [part, part]);
      await begin(executor);
      await saveCostPart(executor, key, { index: 0, rows: 1 });
      expect(await isInserting(executor)).toBe(false);
      await begin(executor);
      await saveCostPart(executor, key, { index: 0, rows: 1 });
      expect(await isInserting(executor)).toBe(true);
      await saveCostPart(executor, key, { index: 1, rows: 1 });
      expect(await isInserting(executor)).toBe(false);
    });
    await withdrawCostEntry(owner, entry.id);
  });

  test('whoever waits for an entry gives up only after failures with nothing done between them', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(8, {}));
    const entry = await enterCost(owner, { amount: '1' });
    const dies = async () => await Promise.reject(new Error('killed'));
    await expect(processCostEntry({ ...disturb(dies), partVisits: 1 }, { id: entry.id })).rejects.toThrow(
      'killed',
    );
    let inserts = 0;
    const { traffic } = disturb(async () => {
      inserts += 1;
      if (inserts % 2 === 0) await dies();
    });
    const statuses: string[] = [];
    await lab.endLease(entry.id);
    await settleCosts({ ...owner, traffic }, [entry.id], ({ status }) => {
      statuses.push(status);
      void lab.endLease(entry.id);
    });
    expect(inserts).toBeGreaterThan(12);
    expect(statuses.at(-1)).toBe('spread');
    expect(await lab.readCosts(owner)).toEqual({ rows: 8, cost: '1' });
    const next = await lab.makeOwner();
    await addVisits(next, [{}]);
    const { id } = await enterCost(next, { amount: '1' });
    const hopeless = { ...next, traffic: disturb(dies).traffic };
    const waiting = settleCosts(hopeless, [id], () => void lab.endLease(id));
    await expect(waiting).rejects.toThrow('killed');
  });
});

// Here the store itself decides: that which a product would choose here has to do so each time.
describe.each(defaultStores)('writes to %s', (store) => {
  test('the name of a batch alone keeps a repeated write from doubling, without anybody asking', async () => {
    const lab = openCostLab(store);
    onTestFinished(() => lab.close());
    const owner = await lab.makeOwner();
    await addVisits(owner, times(3, {}));
    const { workspaceId, campaignId } = owner;
    const match = {
      workspaceId,
      campaignId,
      fromMs: costDayStart,
      untilMs: costDayStart + 3_600_000,
      tokens: {},
    };
    const batch = {
      batch: `cost-${campaignId}-0`,
      entryId: campaignId,
      kind: 'cost-entry' as const,
      timeMs: Date.now(),
    };
    for (let n = 0; n < 3; n += 1)
      await lab.traffic.distributeCost(match, { amount: '1', replaces: false }, batch);
    expect(await lab.readCosts(owner)).toEqual({ rows: 3, cost: '1' });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getCostEntry, withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { processCostEntry, type CostWork } from '../../src/services/costs/process-cost-entry.ts';
import { recheckCosts } from '../../src/services/costs/recheck-costs.ts';
import { waitForCosts } from '../../src/services/costs/wait-for-costs.ts';
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

describeLightStores('distributing costs with traffic in %s', (store) => {
  let lab: CostLab;

  beforeAll(() => {
    lab = openCostLab(store);
  });

  afterAll(() => lab.close());

  describe('over many visits', () => {
    test('is done in several parts with an exact total, and is reversed to zero', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [...times(20, {}), ...times(8, { visit_time: costDayStart + 5_000 })]);
      const entry = await enterCost(owner, { amount: '0.1' });
      const smallParts = { ...lab.worker, partVisits: 7 };
      await lab.finish(entry.id, smallParts);
      const distributed = await getCostEntry(owner, entry.id);
      expect(distributed).toMatchObject({ status: 'spread', visits: 28 });
      expect(distributed.progress?.parts).toBeGreaterThan(3);
      expect(distributed.progress?.done).toBe(distributed.progress?.parts);
      expect(await lab.readCosts(owner)).toEqual({ rows: 28, cost: '0.1' });
      await withdrawCostEntry(owner, entry.id);
      await lab.finish(entry.id, smallParts);
      expect(await getCostEntry(owner, entry.id)).toMatchObject({ status: 'withdrawn' });
      expect(await lab.readCosts(owner)).toEqual({ rows: 56, cost: '0' });
      expect(await listActions(owner, entry.id)).toEqual(['cost.create', 'cost.withdraw']);
    });

    test('includes visits that arrive in the meantime, and the total remains exact', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(20, {}));
      const entry = await enterCost(owner, { amount: '1' });
      let inserts = 0;
      const hooked = withHooks(async () => {
        inserts += 1;
        if (inserts === 2) await addVisits(owner, times(20, {}));
      });
      await lab.finish(entry.id, { ...hooked, partVisits: 5 });
      const { rows, cost } = await lab.readCosts(owner);
      expect(rows).toBeGreaterThan(20);
      expect(cost).toBe('1');
      expect((await getCostEntry(owner, entry.id)).visits).toBe(rows);
    });
  });

  test('fails when the visits are deleted in the meantime, and the costs already written are reversed', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(9, {}));
    const entry = await enterCost(owner, { amount: '1' });
    let inserts = 0;
    const hooked = withHooks(async () => {
      inserts += 1;
      if (inserts !== 2) return;
      await deleteRecordedVisits(trafficAddress(store), owner.workspaceId);
    });
    await lab.finish(entry.id, { ...hooked, partVisits: 5 });
    expect(await getCostEntry(owner, entry.id)).toMatchObject({
      status: 'failed',
      reason: 'The visits were deleted before the cost was distributed.',
    });
    expect(await lab.readCosts(owner)).toMatchObject({ cost: '0' });
  });

  /** Returns a worker that calls the hooks before and after each write. */
  function withHooks(
    before: () => Promise<void>,
    after: () => Promise<void> = async () => undefined,
  ): CostWork {
    const hooked = async (write: () => Promise<void>) => {
      await before();
      await write();
      await after();
    };
    const { traffic } = lab;
    const hookedTraffic: Pick<TrafficStore, 'distributeCost' | 'reverseCost'> = {
      distributeCost: (...args) => hooked(() => traffic.distributeCost(...args)),
      reverseCost: (...args) => hooked(() => traffic.reverseCost(...args)),
    };
    return { ...lab.worker, traffic: { ...traffic, ...hookedTraffic } };
  }

  test('ends when the entry is reversed in the meantime', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(9, {}));
    const entry = await enterCost(owner, { amount: '1' });
    let inserts = 0;
    const hooked = withHooks(async () => {
      inserts += 1;
      if (inserts === 1) await withdrawCostEntry(owner, entry.id);
    });
    await processCostEntry({ ...hooked, partVisits: 5 }, { id: entry.id });
    expect(inserts).toBe(1);
    await lab.finish(entry.id);
    expect(await lab.readCosts(owner)).toMatchObject({ cost: '0' });
  });

  test('fails if the traffic store has written a different sum or no reversal', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [{}]);
    const entry = await enterCost(owner, { amount: '1' });
    const readCostRows: TrafficStore['readCostRows'] = async (...args) => {
      const rows = await lab.traffic.readCostRows(...args);
      return rows.visits === 0 ? rows : { ...rows, cost: '1.1' };
    };
    const lossy: Partial<TrafficStore> = { readCostRows, reverseCost: () => Promise.resolve() };
    const work = { ...lab.worker, traffic: { ...lab.traffic, ...lossy } };
    const wrongSum = new RegExp(`cost-${entry.id}-0 sums to 1.1 instead of 1$`);
    await expect(processCostEntry(work, { id: entry.id })).rejects.toThrow(wrongSum);
    await lab.finish(entry.id);
    await withdrawCostEntry(owner, entry.id);
    await lab.endLease(entry.id);
    await expect(processCostEntry(work, { id: entry.id })).rejects.toThrow('was not stored');
  });

  test('is repeated for entries of the last day that a restored traffic store lacks, back to the newest entry that the store has', async () => {
    const owner = await lab.makeOwner();
    const sites = ['a', 'b', 'c', 'd', 'e'];
    await addVisits(
      owner,
      sites.map((token1) => ({ token1 })),
    );
    const ids: string[] = [];
    for (const token1 of sites) {
      const { id } = await enterCost(owner, { tokens: { token1 } });
      await lab.finish(id);
      ids.push(id);
    }
    const [oldest = '', , reversed = '', erased = '', newest = ''] = ids;
    await withdrawCostEntry(owner, reversed);
    await lab.finish(reversed);
    // The cost entries of other tests have no visits in this store.
    const lost = new Set([newest, oldest].map((id) => `cost-${id}-0`)).add(`cost-${reversed}-0-withdrawn`);
    const isMine = (match: { workspaceId: string }) => match.workspaceId === owner.workspaceId;
    const restored: Partial<TrafficStore> = {
      readCostRows: async (match, batch) =>
        isMine(match) && !lost.has(batch.batch) && batch.entryId !== erased
          ? await lab.traffic.readCostRows(match, batch)
          : { visits: 0, cost: '0' },
      countVisits: async (match, buckets) =>
        isMine(match) && match.tokens['token1'] !== 'd' ? await lab.traffic.countVisits(match, buckets) : [],
    };
    const recheck = (afterMs: number) =>
      recheckCosts({
        ...lab.worker,
        traffic: { ...lab.traffic, ...restored },
        now: () => new Date(Date.now() + afterMs),
      });
    expect(await recheck(86_400_000)).toBe(0);
    expect(await recheck(0)).toBe(2);
    const statuses = await Promise.all(ids.map(async (id) => (await getCostEntry(owner, id)).status));
    expect(statuses).toEqual(['spread', 'spread', 'withdrawing', 'spread', 'pending']);
  });

  describe('by a worker that is killed', () => {
    test.each([
      ['before an insert', 'before'],
      ['after an insert, before it is recorded', 'after'],
    ])('%s is finished exactly once by another worker', async (_, when) => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(12, {}));
      const entry = await enterCost(owner, { amount: '1' });
      const kill = async () => await Promise.reject(new Error('killed'));
      const continueNormally = async () => undefined;
      const killed = when === 'before' ? withHooks(kill) : withHooks(continueNormally, kill);
      const smallParts = { ...killed, partVisits: 5 };
      for (let step = 0; step < 3; step += 1) {
        await lab.endLease(entry.id);
        await expect(processCostEntry(smallParts, { id: entry.id })).rejects.toThrow('killed');
      }
      await lab.finish(entry.id);
      expect(await lab.readCosts(owner)).toEqual({ rows: 12, cost: '1' });
      expect((await getCostEntry(owner, entry.id)).visits).toBe(12);
      await withdrawCostEntry(owner, entry.id);
      await lab.endLease(entry.id);
      await expect(processCostEntry(smallParts, { id: entry.id })).rejects.toThrow('killed');
      await lab.finish(entry.id);
      expect(await lab.readCosts(owner)).toEqual({ rows: 24, cost: '0' });
      expect((await getCostEntry(owner, entry.id)).status).toBe('withdrawn');
    });

    test('and replaced by several workers at once writes each part once', async () => {
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

    test('leaves no cost on any visit when the entry is then reversed', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, times(12, {}));
      const entry = await enterCost(owner, { amount: '1' });
      let inserts = 0;
      const killed = withHooks(
        async () => undefined,
        async () => {
          inserts += 1;
          if (inserts === 2) throw new Error('killed');
        },
      );
      await expect(processCostEntry({ ...killed, partVisits: 5 }, { id: entry.id })).rejects.toThrow(
        'killed',
      );
      await withdrawCostEntry(owner, entry.id);
      // Ends the lease immediately, instead of waiting until a pending insert from the killed worker can no longer
      // succeed.
      await lab.database.asSystem((executor) =>
        sql`UPDATE cost_entries SET leased_until = '-infinity' WHERE id = ${entry.id}`.execute(executor),
      );
      expect(await processCostEntry(lab.worker, { id: entry.id })).toBeUndefined();
      await lab.finish(entry.id);
      expect((await lab.readCosts(owner)).cost).toBe('0');
      expect((await getCostEntry(owner, entry.id)).status).toBe('withdrawn');
    });
  });

  test('keeps waiting for a running insert when an earlier part is reported late', async () => {
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

  test('is given up by a waiting caller only after repeated failures without progress', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(8, {}));
    const entry = await enterCost(owner, { amount: '1' });
    const kill = async () => await Promise.reject(new Error('killed'));
    await expect(processCostEntry({ ...withHooks(kill), partVisits: 1 }, { id: entry.id })).rejects.toThrow(
      'killed',
    );
    let inserts = 0;
    const { traffic } = withHooks(async () => {
      inserts += 1;
      if (inserts % 2 === 0) await kill();
    });
    const statuses: string[] = [];
    await lab.endLease(entry.id);
    await waitForCosts({ ...owner, traffic }, [entry.id], ({ status }) => {
      statuses.push(status);
      void lab.endLease(entry.id);
    });
    expect(inserts).toBeGreaterThan(12);
    expect(statuses.at(-1)).toBe('spread');
    expect(await lab.readCosts(owner)).toEqual({ rows: 8, cost: '1' });
    const next = await lab.makeOwner();
    await addVisits(next, [{}]);
    const { id } = await enterCost(next, { amount: '1' });
    let failures = 0;
    const failing = withHooks(async () => {
      failures += 1;
      await kill();
    });
    const failed = { ...next, traffic: failing.traffic };
    await expect(waitForCosts(failed, [id], () => void lab.endLease(id))).rejects.toThrow('killed');
    expect(failures).toBe(5);
    await lab.endLease(id);
    await withdrawCostEntry(next, id);
    await waitForCosts(next, [id], ({ status }) => statuses.push(status));
    expect(statuses.at(-1)).toBe('withdrawn');
  });
});

// Deduplication is the store's responsibility, so every default store is tested.
describe.each(defaultStores)('writes to %s', (store) => {
  test('are deduplicated by batch name alone', async () => {
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

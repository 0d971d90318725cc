import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDecimals } from '../../src/domain/money/decimal.ts';
import { getCostEntry, listCostEntries, withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { processCostEntry } from '../../src/services/costs/process-cost-entry.ts';
import { waitForCosts } from '../../src/services/costs/wait-for-costs.ts';
import { uploadCosts } from '../../src/services/uploads/upload-costs.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  addVisits,
  enterCost,
  openCostLab,
  times,
  type CostLab,
  type CostOwner,
} from '../../src/testing/attribution/cost-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { trafficAddress } from '../../src/testing/traffic/traffic.ts';

describeLightStores('cost modes with traffic in %s', (store) => {
  let lab: CostLab;

  beforeAll(() => {
    lab = openCostLab(store);
  });

  afterAll(() => lab.close());

  async function costsBySite({ workspaceId }: CostOwner): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    for (const { token1, cost } of await readRecordedRows(trafficAddress(store), workspaceId))
      sums[String(token1)] = addDecimals(sums[String(token1)] ?? '0', String(cost));
    return sums;
  }

  /** Inserts three visits with costs, from two sites. */
  async function makeSites(): Promise<CostOwner> {
    const owner = await lab.makeOwner();
    await addVisits(owner, [
      { token1: 'a', cost: '2' },
      { token1: 'a', cost: '0.000000000001' },
      { token1: 'b', cost: '5' },
    ]);
    return owner;
  }

  async function enter(owner: CostOwner, change: Record<string, unknown>): Promise<string> {
    const { id } = await enterCost(owner, change);
    await lab.finish(id);
    return id;
  }

  test('a correction is distributed like a cost, may result in negative costs, and combines with other entries', async () => {
    const owner = await makeSites();
    await enter(owner, { amount: '10' });
    await enter(owner, { mode: 'correct', amount: '-1', tokens: { token1: 'a' } });
    expect(await costsBySite(owner)).toMatchObject({ a: '7.666666666667' });
    const negative = await enter(owner, { mode: 'correct', amount: '-30' });
    const { a = '', b = '' } = await costsBySite(owner);
    expect(addDecimals(a, b)).toBe('-13.999999999999');
    expect(await getCostEntry(owner, negative)).toMatchObject({
      mode: 'correct',
      amount: '-30',
      takenOut: null,
    });
    await withdrawCostEntry(owner, negative);
    await lab.finish(negative);
    expect(await costsBySite(owner)).toEqual({ a: '7.666666666667', b: '8.333333333334' });
  });

  test('a replacement becomes the whole cost of its visits, records the cost that it removed, and restores that cost when reversed', async () => {
    const owner = await makeSites();
    const added = await enter(owner, { amount: '9' });
    const site = { tokens: { token1: 'a' }, mode: 'replace' };
    const replacing = await enter(owner, { ...site, amount: '1.5' });
    expect(await costsBySite(owner)).toEqual({ a: '1.5', b: '8' });
    expect(await getCostEntry(owner, replacing)).toMatchObject({
      status: 'spread',
      visits: 2,
      takenOut: '8.000000000001',
    });
    // The costs are replaced again, this time with zero.
    await enter(owner, { ...site, amount: '2' });
    const zero = await enter(owner, { mode: 'replace', amount: '0' });
    expect(await costsBySite(owner)).toEqual({ a: '0', b: '0' });
    expect(await getCostEntry(owner, zero)).toMatchObject({ amount: '0', takenOut: '10', visits: 3 });
    for (const id of [added, replacing])
      await expect(withdrawCostEntry(owner, id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'A later entry has replaced these costs. Reverse the later entry first.',
        details: { verdict: 'replaced' },
      });
    const { items: entries } = await listCostEntries(owner, {});
    for (const { id } of entries) {
      await withdrawCostEntry(owner, id);
      await lab.finish(id);
    }
    expect(await costsBySite(owner)).toEqual({ a: '2.000000000001', b: '5' });
  });

  test('a replacement in a different currency is converted to the workspace currency', async () => {
    const owner = await makeSites();
    await updateWorkspaceSettings(owner, { rates: { EUR: '1.0825' } });
    const id = await enter(owner, { mode: 'replace', amount: '12.34', currency: 'EUR' });
    expect(await getCostEntry(owner, id)).toMatchObject({
      amount: '13.35805',
      takenOut: '7.000000000001',
      original: { amount: '12.34', currency: 'EUR' },
    });
    const { a = '', b = '' } = await costsBySite(owner);
    expect(addDecimals(a, b)).toBe('13.35805');
  });

  test('overlapping entries are processed in order when one of them is a replacement, whichever worker runs them', async () => {
    const owner = await makeSites();
    const [first, second, third] = [
      await enterCost(owner, { amount: '10' }),
      await enterCost(owner, { mode: 'replace', amount: '3' }),
      await enterCost(owner, { mode: 'correct', amount: '1' }),
    ];
    for (const { id } of [third, second]) {
      await lab.finish(id);
      expect(await getCostEntry(owner, id)).toMatchObject({ status: 'pending', visits: null });
    }
    // Waiting for the last entry also processes the other entries.
    await waitForCosts(owner, [third.id], () => undefined);
    for (const { id } of [first, second, third])
      expect(await getCostEntry(owner, id)).toMatchObject({ status: 'spread' });
    expect((await getCostEntry(owner, second.id)).takenOut).toBe('17.000000000001');
    const { a = '', b = '' } = await costsBySite(owner);
    expect(addDecimals(a, b)).toBe('4');
  });

  test('an entry that is being reversed is removed before a replacement is applied', async () => {
    const owner = await makeSites();
    const added = await enter(owner, { amount: '10' });
    await withdrawCostEntry(owner, added);
    const replacing = await enterCost(owner, { mode: 'replace', amount: '3' });
    await lab.finish(replacing.id);
    expect((await getCostEntry(owner, replacing.id)).status).toBe('pending');
    await lab.finish(added);
    await lab.finish(replacing.id);
    expect((await getCostEntry(owner, replacing.id)).takenOut).toBe('7.000000000001');
  });

  test('if a worker is killed during a replacement, another worker finishes it with exact amounts', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(9, { cost: '0.7' }));
    const { id } = await enterCost(owner, { mode: 'replace', amount: '1' });
    let writes = 0;
    const killed = {
      ...lab.worker,
      partVisits: 3,
      traffic: {
        ...lab.traffic,
        distributeCost: async (...args: Parameters<typeof lab.traffic.distributeCost>) => {
          await lab.traffic.distributeCost(...args);
          writes += 1;
          if (writes === 2) throw new Error('killed');
        },
      },
    };
    await expect(processCostEntry(killed, { id })).rejects.toThrow('killed');
    await lab.finish(id);
    expect(await getCostEntry(owner, id)).toMatchObject({ takenOut: '6.3', visits: 9 });
    expect(Object.values(await costsBySite(owner))).toEqual(['1']);
  });

  describe('a new cost entry', () => {
    test('is refused when it overlaps an entry that replaces costs or is a duplicate', async () => {
      const owner = await makeSites();
      const replacing = await enter(owner, { mode: 'replace', amount: '3' });
      const overlap = { details: { verdict: 'overlap', overlapping: [replacing] } };
      await expect(enterCost(owner, { amount: '1' })).rejects.toMatchObject(overlap);
      const duplicate = { details: { verdict: 'duplicate' } };
      await expect(enterCost(owner, { mode: 'replace', amount: '3' })).rejects.toMatchObject(duplicate);
      await enter(owner, { mode: 'correct', amount: '1' });
      await expect(enterCost(owner, { mode: 'correct', amount: '1' })).rejects.toMatchObject(duplicate);
      await expect(enterCost(owner, { mode: 'replace', amount: '3' })).rejects.toMatchObject(duplicate);
      await enter(owner, { mode: 'replace', amount: '2' });
      const again = await enter(owner, { mode: 'replace', amount: '3' });
      expect((await getCostEntry(owner, again)).takenOut).toBe('2');
    });

    test('cannot reverse an overlapping entry whose costs another entry has replaced', async () => {
      const owner = await makeSites();
      const first = await enter(owner, { amount: '10', from: '2026-06-14' });
      const later = await enter(owner, { mode: 'replace', amount: '3' });
      await expect(withdrawCostEntry(owner, first)).rejects.toMatchObject({
        details: { verdict: 'replaced', overlapping: [later] },
      });
      const dayBefore = { from: '2026-06-14 00:00', to: '2026-06-15 00:00:00', amount: '1' };
      await expect(enterCost(owner, { ...dayBefore, tokens: { token1: 'a' } })).rejects.toMatchObject({
        details: { verdict: 'overlap' },
      });
      await addVisits(owner, [{ token1: 'z', visit_time: Date.parse('2026-06-14T12:00:00Z') }]);
      const overlapping = { from: '2026-06-14', to: '2026-06-14', amount: '1', withdrawOverlapping: true };
      await expect(enterCost(owner, overlapping)).rejects.toMatchObject({
        details: { verdict: 'replaced', overlapping: [later] },
      });
    });

    test.each([
      [
        { mode: 'add', amount: '-1' },
        'amount: must be greater than 0; use mode correct for negative amounts',
      ],
      [{ mode: 'correct', amount: '0.0' }, 'amount: must not be 0'],
      [{ mode: 'replace', amount: -1 }, 'amount: must be 0 or more'],
      [{ mode: 'set' }, 'mode: must be one of add, correct, replace'],
      [
        { mode: 'replace', withdrawOverlapping: true },
        'withdrawOverlapping: is only allowed with mode add; other modes never overlap',
      ],
    ])('with %j is rejected', async (change, message) => {
      const owner = await lab.makeOwner();
      await expect(enterCost(owner, change)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message });
    });
  });

  test('each line in a file uses its own mode or that of the file, and a line that overlaps an earlier line is rejected', async () => {
    const owner = await makeSites();
    const csv = [
      'campaign;date;amount;mode;token1',
      'Campaign;2026-06-15;4;replace;a',
      'Campaign;2026-06-15;-1,5;Correct;a',
      'Campaign;2026-06-15;\u22120,5;correct;b',
      'Campaign;2026-06-15;6;;',
      'Campaign;2026-06-15;-1;replace;b',
      'Campaign;2026-06-15;0;;b',
      'Campaign;2026-06-15;1;swap;b',
    ].join('\n');
    const ids: string[] = [];
    const report = await uploadCosts(owner, [csv], { mode: 'replace', onEntered: (id) => ids.push(id) });
    expect(report.problems.map(({ line, verdict }) => [line, verdict])).toEqual([
      [5, 'overlap'],
      [6, 'invalid'],
      [8, 'invalid'],
    ]);
    await waitForCosts(owner, ids, () => undefined);
    expect(await costsBySite(owner)).toEqual({ a: '2.5', b: '0' });
    const again = await uploadCosts(owner, [csv], { mode: 'replace' });
    expect(again).toMatchObject({ taken: 0, counts: { duplicate: 4 } });
  });
});

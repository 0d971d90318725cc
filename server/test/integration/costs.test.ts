import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { allotCost } from '../../src/domain/costs/allot-cost.ts';
import { addDecimals, fromUnits, toUnits } from '../../src/domain/money/decimal.ts';
import { getCostEntry, listCostEntries, withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { addCostEntry } from '../../src/testing/attribution/add-cost-entry.ts';
import {
  addVisits,
  costDayStart,
  enterCost,
  openCostLab,
  times,
  type CostLab,
  costDay,
  type CostOwner,
} from '../../src/testing/attribution/cost-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { trafficAddress } from '../../src/testing/traffic/traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import { makeCampaign } from '../../src/testing/workspaces/factories.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';

const dayMs = 86_400_000;

describeLightStores('cost entries with traffic in %s', (store) => {
  let lab: CostLab;

  beforeAll(() => {
    lab = openCostLab(store);
  });

  afterAll(() => lab.close());

  async function readCostRows({ workspaceId }: CostOwner): Promise<RecordedRow[]> {
    const rows = await readRecordedRows(trafficAddress(store), workspaceId);
    return rows
      .filter(({ type }) => type === 'adjustment')
      .toSorted((one, other) => Number(one.visit_time) - Number(other.visit_time));
  }

  test('an amount is distributed over all visits in its time range, including bots and prefetches, to the last digit', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [
      { token1: 'a', country: 'DE', expires: '2100-01-02' },
      { is_bot: true, visits: 0, bot_visits: 1 },
      { is_prefetch: true, visits: 0, prefetch_visits: 1 },
      { visit_time: costDayStart + dayMs - 1 },
      { visit_time: costDayStart - 1 },
      { visit_time: costDayStart + dayMs },
      { type: 'lpclick', visits: 0, lp_clicks: 1 },
      {},
      {},
      {},
    ]);
    const entry = await enterCost(owner);
    expect(entry).toMatchObject({
      status: 'pending',
      from: '2026-06-14T22:00:00.000Z',
      to: '2026-06-15T21:59:59.999Z',
      amount: '10',
      currency: 'USD',
      original: { amount: '10', currency: 'USD' },
      visits: null,
      createdBy: { type: 'operator', id: null, label: 'test' },
    });
    await lab.finish(entry.id);
    expect(await getCostEntry(owner, entry.id)).toMatchObject({
      status: 'spread',
      visits: 7,
      progress: { done: 1, parts: 1 },
    });
    expect(await lab.readCosts(owner)).toEqual({ rows: 7, cost: '10' });
    const rows = await readCostRows(owner);
    const { each, last } = allotCost(toUnits('10'), 7n);
    expect(rows.map(({ cost }) => toUnits(String(cost)))).toEqual([...times(6, each), last]);
    expect(rows[0]).toMatchObject({
      event_id: entry.id,
      campaign_id: owner.campaignId,
      visit_time: costDayStart,
      token1: 'a',
      country: 'DE',
      expires: '2100-01-02',
      reasons: ['cost-entry'],
      outcome: null,
      visits: 0,
      bot_visits: 0,
      events: 0,
    });
    expect(new Set(rows.map(({ time }) => time)).size).toBe(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(7);
    expect(await listActions(owner, entry.id)).toEqual(['cost.create']);
  });

  test.each([
    ['0.000000000001', 3],
    ['0.000000000007', 2],
    ['0.00000000001', 7],
    ['999999999.999999999999', 13],
    ['2', 3],
  ])('%s over %i visits is distributed as in the model', async (amount, count) => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(count, {}));
    const entry = await enterCost(owner, { amount });
    await lab.finish(entry.id);
    const costs = (await readCostRows(owner)).map(({ cost }) => toUnits(String(cost)));
    const { each, last } = allotCost(toUnits(amount), BigInt(count));
    expect(costs).toEqual([...times(count - 1, each), last]);
    expect(fromUnits(costs.reduce((sum, cost) => sum + cost, 0n))).toBe(amount);
  });

  test('token values restrict an entry to matching visits and are compared literally', async () => {
    const owner = await lab.makeOwner();
    const special = `o'clock\\ {x:UUID} "\t`.trim();
    await addVisits(owner, [
      { token1: 'a', token15: special },
      { token1: 'a' },
      { token1: 'b', token15: special },
    ]);
    const both = await enterCost(owner, { tokens: { token1: 'a', token15: special } });
    const other = await enterCost(owner, { tokens: { token1: 'b' }, amount: 0.5 });
    await lab.finish(both.id);
    await lab.finish(other.id);
    expect((await getCostEntry(owner, both.id)).visits).toBe(1);
    expect(await lab.readCosts(owner, ({ token1 }) => token1 === 'a')).toEqual({ rows: 1, cost: '10' });
    expect(await lab.readCosts(owner, ({ token1 }) => token1 === 'b')).toEqual({ rows: 1, cost: '0.5' });
  });

  test("a foreign currency is converted at the workspace's rate, and the original amount is stored", async () => {
    const owner = await lab.makeOwner();
    await updateWorkspaceSettings(owner, { rates: { EUR: '1.0825' } });
    await addVisits(owner, [{}]);
    const entry = await enterCost(owner, { amount: '12.34', currency: 'EUR' });
    expect(entry).toMatchObject({
      amount: '13.35805',
      currency: 'USD',
      original: { amount: '12.34', currency: 'EUR' },
    });
    await lab.finish(entry.id);
    expect(await lab.readCosts(owner)).toEqual({ rows: 1, cost: '13.35805' });
    await expect(enterCost(owner, { currency: 'GBP', withdrawOverlapping: true })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'currency: The workspace has no exchange rate for this currency.',
    });
    await updateWorkspaceSettings(owner, { rates: { VND: '0.0001' } });
    const tooSmall = { amount: '0.000000001', currency: 'VND', mode: 'correct' };
    await expect(enterCost(owner, tooSmall)).rejects.toMatchObject({
      message: 'amount: rounds to zero in the workspace currency',
    });
  });

  describe('an entry that would charge visits twice', () => {
    test('is refused, or replaces the other entries on request', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }]);
      const original = await enterCost(owner);
      const site = { amount: '3', tokens: { token1: 'a' } };
      await expect(enterCost(owner, site)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { verdict: 'overlap', overlapping: [original.id] },
      });
      await expect(enterCost(owner)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { verdict: 'duplicate' },
      });
      const corrected = await enterCost(owner, { amount: '12.5', withdrawOverlapping: true });
      expect(await getCostEntry(owner, original.id)).toMatchObject({
        status: 'withdrawing',
        replacedBy: corrected.id,
      });
      await lab.finish(original.id);
      await lab.finish(corrected.id);
      expect(await lab.readCosts(owner)).toMatchObject({ cost: '12.5' });
      expect((await getCostEntry(owner, original.id)).status).toBe('withdrawn');
    });

    test('replaces the other entries on request even if the costs of other visits have been replaced', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }]);
      const replace = (amount: string) =>
        enterCost(owner, { amount, mode: 'replace', tokens: { token1: 'a' } });
      const site = { tokens: { token1: 'b' } };
      await replace('1');
      const original = await enterCost(owner, site);
      await replace('2');
      const corrected = await enterCost(owner, { ...site, amount: '12', withdrawOverlapping: true });
      expect(await getCostEntry(owner, original.id)).toMatchObject({ replacedBy: corrected.id });
    });

    test('is refused even if it is entered at the same time as the other entry', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      const outcomes = await Promise.allSettled([enterCost(owner), enterCost(owner, { amount: '11' })]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
  });

  describe('an entry is rejected', () => {
    test.each<[string, Record<string, unknown>, object]>([
      [
        'if it matches no visits',
        { from: '2020-01-01', to: '2020-01-02' },
        { code: 'CONFLICT', details: { verdict: 'no-visits' } },
      ],
      ['for an unknown campaign', { campaign: 'Unknown' }, { code: 'NOT_FOUND' }],
      [
        'if its time range is not over',
        { to: '2099-01-01', from: '2098-12-30' },
        { code: 'VALIDATION_FAILED' },
      ],
      [
        'with an end before its start',
        { to: '2026-06-14' },
        { message: 'to: must not be earlier than the start (from)' },
      ],
      [
        'if its time range exceeds 400 days',
        { from: '2025-05-11' },
        { message: 'to: the time range can be at most 400 days' },
      ],
      ['with an amount of zero', { amount: '0.00' }, { message: 'amount: must be greater than 0' }],
      ['with an invalid amount', { amount: '1,5' }, { message: 'amount: must be an amount such as 12.50' }],
      ['with an unknown token', { tokens: { token16: 'x' } }, { code: 'VALIDATION_FAILED' }],
      ['with an unknown field', { comment: 'x' }, { message: 'comment: unknown field' }],
    ])('%s', async (_, change, expected) => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      await expect(enterCost(owner, change)).rejects.toMatchObject(expected);
      expect((await listCostEntries(owner, {})).items).toEqual([]);
    });

    test('until two minutes after the end of its time range, which can be 400 days long', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      const enterAt = (ms: number) =>
        enterCost({ ...owner, now: () => new Date(costDayStart + dayMs - 1 + ms) }, { from: '2025-05-12' });
      await expect(enterAt(120_000)).rejects.toMatchObject({
        message: expect.stringMatching(/^to: The time range has not ended/),
      });
      expect(await enterAt(120_001)).toMatchObject({ status: 'pending' });
    });

    test('if visits cannot be counted', async () => {
      const owner = await lab.makeOwner();
      vi.spyOn(owner.traffic, 'countVisits').mockRejectedValueOnce(new Error('connection refused'));
      await expect(enterCost(owner)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect((await listCostEntries(owner, {})).items).toEqual([]);
    });

    test('for a name that two campaigns share, while a unique name is accepted', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      const other = await makeCampaign(owner, { name: 'Other' });
      expect(await enterCost(owner, { campaign: 'Campaign' })).toMatchObject({
        campaignId: owner.campaignId,
      });
      await makeCampaign(owner, { name: 'Other' });
      await expect(enterCost(owner, { campaign: 'Other' })).rejects.toMatchObject({
        details: { verdict: 'ambiguous-campaign' },
      });
      expect(other.id).not.toBe(owner.campaignId);
    });

    test('by the worker when its visits no longer exist', async () => {
      const owner = await lab.makeOwner();
      const entry = await addCostEntry(owner, { campaign: owner.campaignId, ...costDay, amount: '10' });
      await lab.finish(entry.id);
      expect(await getCostEntry(owner, entry.id)).toMatchObject({
        status: 'failed',
        reason: 'No visits match this entry.',
      });
      await expect(withdrawCostEntry(owner, entry.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    });
  });

  test('workspaces see and charge only their own visits', async () => {
    const [mine, foreign] = [await lab.makeOwner(), await lab.makeOwner()];
    await addVisits(mine, [{}]);
    // Rows in another workspace that refer to this campaign by mistake must not be charged.
    await insertVisitRows(lab.traffic, [
      { workspace_id: foreign.workspaceId, campaign_id: mine.campaignId, visit_time: costDayStart },
    ]);
    const entry = await enterCost(mine);
    await lab.finish(entry.id);
    expect(await lab.readCosts(mine)).toEqual({ rows: 1, cost: '10' });
    expect(await lab.readCosts(foreign)).toEqual({ rows: 0, cost: '0' });
    await expect(getCostEntry(foreign, entry.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(withdrawCostEntry(foreign, entry.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const operation of [getCostEntry, withdrawCostEntry])
      await expect(operation(mine, 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(enterCost(foreign, { campaign: mine.campaignId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await listCostEntries(foreign, {})).items).toEqual([]);
  });

  test('the list is newest first, paged, and can be filtered', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }, { token1: 'c' }]);
    const created: string[] = [];
    for (const value of ['a', 'b', 'c'])
      created.unshift((await enterCost(owner, { tokens: { token1: value } })).id);
    const first = await listCostEntries(owner, { limit: '2' });
    const cursor = first.meta.nextCursor;
    expect(first.meta).toEqual({ limit: 2, count: 2, total: 3, nextCursor: expect.any(String) });
    const second = await listCostEntries(owner, { limit: '2', cursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(created);
    await lab.finish(created[0] ?? '');
    expect((await listCostEntries(owner, { status: 'spread' })).items.map(({ id }) => id)).toEqual([
      created[0],
    ]);
    expect((await listCostEntries(owner, { campaignId: owner.workspaceId })).items).toEqual([]);
    expect(addDecimals((await lab.readCosts(owner)).cost, '0')).toBe('10');
  });
});

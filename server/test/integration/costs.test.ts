/** Costs that people bring in: from an entry to rows on its visits, exact to the last digit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allotCost } from '../../src/domain/costs/allot-cost.ts';
import { addDecimals, fromUnits, toUnits } from '../../src/domain/money/decimal.ts';
import { getCostEntry, listCostEntries, withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  addVisits,
  costDayStart,
  enterCost,
  openCostLab,
  times,
  type CostLab,
  type CostOwner,
} from '../../src/testing/attribution/cost-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { trafficAddress } from '../../src/testing/traffic/traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import { makeCampaign } from '../../src/testing/workspaces/factories.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';

const dayMs = 86_400_000;

describeLightStores('costs of traffic in %s', (store) => {
  let lab: CostLab;

  beforeAll(() => {
    lab = openCostLab(store);
  });

  afterAll(() => lab.close());

  /** In the order of their visits. */
  async function readCostRows({ workspaceId }: CostOwner): Promise<RecordedRow[]> {
    const rows = await readRecordedRows(trafficAddress(store), workspaceId);
    return rows
      .filter(({ type }) => type === 'adjustment')
      .toSorted((one, other) => Number(one.visit_time) - Number(other.visit_time));
  }

  test('an amount lies on every visit of its period, bots and prefetches too, exact to the last digit', async () => {
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
  ])('%s over %i visits is allotted as the model says', async (amount, count) => {
    const owner = await lab.makeOwner();
    await addVisits(owner, times(count, {}));
    const entry = await enterCost(owner, { amount });
    await lab.finish(entry.id);
    const costs = (await readCostRows(owner)).map(({ cost }) => toUnits(String(cost)));
    const { each, last } = allotCost(toUnits(amount), BigInt(count));
    expect(costs).toEqual([...times(count - 1, each), last]);
    expect(fromUnits(costs.reduce((sum, cost) => sum + cost, 0n))).toBe(amount);
  });

  test('values of tokens narrow it, and say nothing else than themselves', async () => {
    const owner = await lab.makeOwner();
    const odd = `o'clock\\ {x:UUID} "\t`.trim();
    await addVisits(owner, [{ token1: 'a', token15: odd }, { token1: 'a' }, { token1: 'b', token15: odd }]);
    const both = await enterCost(owner, { tokens: { token1: 'a', token15: odd } });
    const other = await enterCost(owner, { tokens: { token1: 'b' }, amount: 0.5 });
    await lab.finish(both.id);
    await lab.finish(other.id);
    expect((await getCostEntry(owner, both.id)).visits).toBe(1);
    expect(await lab.readCosts(owner, ({ token1 }) => token1 === 'a')).toEqual({ rows: 1, cost: '10' });
    expect(await lab.readCosts(owner, ({ token1 }) => token1 === 'b')).toEqual({ rows: 1, cost: '0.5' });
  });

  test('a foreign currency is converted at the rate of the workspace, and the original is kept', async () => {
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
  });

  describe('an entry that would charge visits twice', () => {
    test('is refused, or takes the place of the others', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }]);
      const whole = await enterCost(owner);
      const site = { amount: '3', tokens: { token1: 'a' } };
      await expect(enterCost(owner, site)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { verdict: 'overlap', overlapping: [whole.id] },
      });
      await expect(enterCost(owner)).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { verdict: 'duplicate' },
      });
      const corrected = await enterCost(owner, { amount: '12.5', withdrawOverlapping: true });
      expect(await getCostEntry(owner, whole.id)).toMatchObject({
        status: 'withdrawing',
        replacedBy: corrected.id,
      });
      await lab.finish(whole.id);
      await lab.finish(corrected.id);
      expect(await lab.readCosts(owner)).toMatchObject({ cost: '12.5' });
      expect((await getCostEntry(owner, whole.id)).status).toBe('withdrawn');
    });

    test('of two at the same moment one is refused', async () => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      const outcomes = await Promise.allSettled([enterCost(owner), enterCost(owner, { amount: '11' })]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
  });

  describe('an entry is refused', () => {
    test.each<[string, Record<string, unknown>, object]>([
      [
        'without visits',
        { from: '2020-01-01', to: '2020-01-02' },
        { code: 'CONFLICT', details: { verdict: 'no-visits' } },
      ],
      ['for an unknown campaign', { campaign: 'Nobody' }, { code: 'NOT_FOUND' }],
      [
        'with a period that is not over',
        { to: '2099-01-01', from: '2098-12-30' },
        { code: 'VALIDATION_FAILED' },
      ],
      ['with an end before its beginning', { to: '2026-06-14' }, { message: 'to: must not be before from' }],
      [
        'for longer than a year and a bit',
        { from: '2020-01-01' },
        { message: 'to: the time range can be at most 400 days' },
      ],
      ['with an amount of nothing', { amount: '0.00' }, { message: 'amount: must be greater than 0' }],
      [
        'with an amount that is none',
        { amount: '1,5' },
        { message: 'amount: must be an amount such as 12.50' },
      ],
      ['with a token that is none', { tokens: { token16: 'x' } }, { code: 'VALIDATION_FAILED' }],
      ['with a field that is none', { comment: 'x' }, { message: 'comment: unknown field' }],
    ])('%s', async (_, change, expected) => {
      const owner = await lab.makeOwner();
      await addVisits(owner, [{}]);
      await expect(enterCost(owner, change)).rejects.toMatchObject(expected);
      expect((await listCostEntries(owner, {})).items).toEqual([]);
    });

    test('for a name that two campaigns have; one that only one has is enough', async () => {
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

    test('a little later by the worker, when its visits are gone by then', async () => {
      const owner = await lab.makeOwner();
      const entry = await enterCost({ ...owner, traffic: undefined } as unknown as CostOwner);
      await lab.finish(entry.id);
      expect(await getCostEntry(owner, entry.id)).toMatchObject({
        status: 'failed',
        reason: 'No visits match this entry.',
      });
      await expect(withdrawCostEntry(owner, entry.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    });
  });

  test('workspaces see and charge only their own', async () => {
    const [mine, foreign] = [await lab.makeOwner(), await lab.makeOwner()];
    await addVisits(mine, [{}]);
    // Nobody writes rows of another workspace into a campaign; a mistake that did would not be charged.
    await insertVisitRows(lab.traffic, [
      { workspace_id: foreign.workspaceId, campaign_id: mine.campaignId, visit_time: costDayStart },
    ]);
    const entry = await enterCost(mine);
    await lab.finish(entry.id);
    expect(await lab.readCosts(mine)).toEqual({ rows: 1, cost: '10' });
    expect(await lab.readCosts(foreign)).toEqual({ rows: 0, cost: '0' });
    await expect(getCostEntry(foreign, entry.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(withdrawCostEntry(foreign, entry.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(enterCost(foreign, { campaign: mine.campaignId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await listCostEntries(foreign, {})).items).toEqual([]);
  });

  test('the list is newest first, page by page, and can be narrowed', async () => {
    const owner = await lab.makeOwner();
    await addVisits(owner, [{ token1: 'a' }, { token1: 'b' }, { token1: 'c' }]);
    const made: string[] = [];
    for (const value of ['a', 'b', 'c'])
      made.unshift((await enterCost(owner, { tokens: { token1: value } })).id);
    const first = await listCostEntries(owner, { limit: '2' });
    const cursor = first.meta.nextCursor;
    expect(first.meta).toEqual({ limit: 2, count: 2, total: 3, nextCursor: expect.any(String) });
    const second = await listCostEntries(owner, { limit: '2', cursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    await lab.finish(made[0] ?? '');
    expect((await listCostEntries(owner, { status: 'spread' })).items.map(({ id }) => id)).toEqual([made[0]]);
    expect((await listCostEntries(owner, { campaignId: owner.workspaceId })).items).toEqual([]);
    expect(addDecimals((await lab.readCosts(owner)).cost, '0')).toBe('10');
  });
});

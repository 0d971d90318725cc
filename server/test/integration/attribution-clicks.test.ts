/** Which offer a conversion counts for, where the landing of its visit leads to several. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { deleteEdge, renewEdgeLease } from '../../src/store/publishing/edges.ts';
import {
  judge,
  makeAttributed,
  openAttributionLab,
  type Attributed,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

const url = 'https://offers.example.com/?click={clickid}';

describeLightStores('traffic in %s', (store) => {
  let lab: AttributionLab;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
  });

  afterAll(() => lab.close());

  /** An offer that pays so much each time, and the cells that rows have of it. */
  async function makeOffer(mine: Attributed, amount: number, network: string | null = null) {
    const payout = { mode: 'fixed', amount };
    const { id } = await createOffer(mine.context, {
      name: `Pays ${amount}`,
      url,
      affiliateNetworkId: network,
      payout,
    });
    return { offer_id: id, affiliate_network_id: network ?? '' };
  }

  async function makeNetwork(mine: Attributed, name: string) {
    const { id } = await createAffiliateNetwork(mine.context, { name });
    return { id, token: (await issueNetworkToken(mine.context, id)).token };
  }

  /** Sums of revenue and conversions by offer, and how many rows of conversions there are. */
  async function sumsOf(mine: Attributed) {
    await lab.ship();
    const sums: Record<string, { revenue: number; conversions: number }> = {};
    for (const row of await readRecordedRows(lab.address, mine.workspaceId)) {
      if (row.type !== 'event' && row.type !== 'adjustment') continue;
      const sum = (sums[String(row.offer_id)] ??= { revenue: 0, conversions: 0 });
      sum.revenue += Number(row.revenue);
      sum.conversions += Number(row.conversions);
    }
    return sums;
  }

  test('it is the one that was clicked last, with what that pays', async () => {
    const mine = await makeAttributed(lab);
    const [drawn, second, third] = [
      await makeOffer(mine, 10),
      await makeOffer(mine, 20),
      await makeOffer(mine, 30),
    ];
    const { visitId, clickId } = await mine.visit(drawn);
    await mine.click(visitId, third, 40_000);
    await mine.click(visitId, second, 30_000);
    await mine.click(visitId, { ...third, is_bot: '1', lp_clicks: '' }, 20_000);
    await mine.click(visitId, { ...third, outcome: 'unusable-url' }, 10_000);
    expect(await judge(lab, mine, `cid=${clickId}&txid=A`)).toMatchObject({
      verdict: 'counted',
      changes: [{ revenue: '20' }],
    });
    expect(await sumsOf(mine)).toEqual({ [second.offer_id]: { revenue: 20, conversions: 1 } });
  });

  test('it is the drawn one where nothing was clicked, and the first clicked for an event dated before it', async () => {
    const mine = await makeAttributed(lab);
    const [drawn, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const [plain, dated] = [await mine.visit(drawn), await mine.visit(drawn)];
    await mine.click(dated.visitId, clicked, 10_000);
    await judge(lab, mine, `cid=${plain.clickId}`);
    await judge(lab, mine, { query: `cid=${dated.clickId}`, receivedMs: lab.clock.ms - 50_000 });
    expect(await sumsOf(mine)).toEqual({
      [drawn.offer_id]: { revenue: 10, conversions: 1 },
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
    });
  });

  test('what takes it back does so where it counted, whatever was clicked since', async () => {
    const mine = await makeAttributed(lab);
    const [drawn, second, third] = [
      await makeOffer(mine, 10),
      await makeOffer(mine, 20),
      await makeOffer(mine, 30),
    ];
    const { visitId, clickId } = await mine.visit(drawn);
    await mine.click(visitId, second, 30_000);
    await judge(lab, mine, `cid=${clickId}&txid=A`);
    await mine.click(visitId, third, 1_000);
    lab.clock.ms += 1_000;
    await judge(lab, mine, `cid=${clickId}&txid=B`);
    await judge(lab, mine, `cid=${clickId}&txid=A&status=rejected`);
    expect(await sumsOf(mine)).toEqual({
      [second.offer_id]: { revenue: 0, conversions: 0 },
      [third.offer_id]: { revenue: 30, conversions: 1 },
    });
  });

  test('an event waits for what edges still have to bring, where no click on its landing is there', async () => {
    const mine = await makeAttributed(lab);
    const [drawn, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const edge = { id: newId(), name: 'edge', startedAt: new Date(), appliedSequence: '0' };
    const shipped = (until: Date) =>
      lab.database.asSystem((executor) =>
        renewEdgeLease(executor, { ...edge, shipping: { spool: 'a', until } }, 60_000),
      );
    await shipped(new Date(lab.clock.ms - 1_000));
    const { visitId, clickId } = await mine.visit({ ...drawn, landing_id: newId() });
    const straight = await mine.visit(drawn);
    expect((await judge(lab, mine, `cid=${straight.clickId}`))?.verdict).toBe('counted');
    expect(await judge(lab, mine, `cid=${clickId}`)).toMatchObject({
      verdict: 'waiting',
      reason: expect.stringContaining('have not arrived yet'),
    });
    await mine.click(visitId, clicked, 5_000);
    lab.clock.ms += 2_000;
    await shipped(new Date(lab.clock.ms - 20_000));
    expect(await lab.work()).toEqual(['waiting']);
    lab.clock.ms += 2_000;
    await shipped(new Date(lab.clock.ms - 5_000));
    expect(await lab.work()).toEqual(['counted']);
    await lab.database.asSystem((executor) => deleteEdge(executor, edge.id));
    expect(await sumsOf(mine)).toEqual({
      [drawn.offer_id]: { revenue: 10, conversions: 1 },
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
    });
  });

  test('a step on the page before the click does not tie the sale to the drawn one', async () => {
    const mine = await makeAttributed(lab);
    const { campaign, context } = mine;
    const action = { idx: 2, label: 'Form begun', isConversion: false, from: 'page' };
    const rules = [
      { label: 'Steps', conditions: { field: 'event', op: 'is', values: ['form'] }, actions: [action] },
      { label: 'Sales', conditions: null, actions: [{ idx: 1, label: 'Sale' }] },
    ];
    await saveGoalRules(context, campaign.id, { rules });
    const [drawn, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const { visitId, clickId } = await mine.visit(drawn);
    const page = { cid: clickId, from: 'page', event: 'form' };
    const step = await judge(lab, mine, {
      method: 'PAGE',
      query: '',
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(page)).toString('base64'),
      receivedMs: lab.clock.ms - 40_000,
    });
    expect(step?.verdict).toBe('counted');
    await mine.click(visitId, clicked);
    await judge(lab, mine, `cid=${clickId}`);
    expect(await sumsOf(mine)).toMatchObject({ [clicked.offer_id]: { revenue: 20, conversions: 1 } });
  });

  test('it is that of the network whose token came, of those that were clicked or drawn', async () => {
    const mine = await makeAttributed(lab);
    const [one, other, stranger] = [
      await makeNetwork(mine, 'One'),
      await makeNetwork(mine, 'Other'),
      await makeNetwork(mine, 'Stranger'),
    ];
    const drawn = await makeOffer(mine, 10, one.id);
    const clicked = await makeOffer(mine, 20, other.id);
    const { visitId, clickId } = await mine.visit(drawn);
    await mine.click(visitId, clicked);
    expect(await judge(lab, mine, `cid=${clickId}&token=${stranger.token}`)).toMatchObject({
      verdict: 'refused-source',
      reason: expect.stringContaining('Other'),
    });
    await judge(lab, mine, `cid=${clickId}&txid=A&token=${other.token}`);
    await judge(lab, mine, `cid=${clickId}&txid=B&token=${one.token}`);
    expect(await sumsOf(mine)).toEqual({
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
      [drawn.offer_id]: { revenue: 10, conversions: 1 },
    });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { deleteEdge, renewEdgeLease } from '../../src/store/publishing/edges.ts';
import {
  sendAndProcess,
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

const url = 'https://offers.example.com/?click={clickid}';

describeLightStores('attribution to an offer with traffic in %s', (store) => {
  let lab: AttributionLab;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
  });

  afterAll(() => lab.close());

  /** Creates an offer with a fixed payout and returns the columns that identify this offer in recorded rows. */
  async function makeOffer(mine: AttributionCampaign, amount: number, network: string | null = null) {
    const payout = { mode: 'fixed', amount };
    const { id } = await createOffer(mine.context, {
      name: `Pays ${amount}`,
      url,
      affiliateNetworkId: network,
      payout,
    });
    return { offer_id: id, affiliate_network_id: network ?? '' };
  }

  async function makeNetwork(mine: AttributionCampaign, name: string) {
    const { id } = await createAffiliateNetwork(mine.context, { name });
    return { id, token: (await issueNetworkToken(mine.context, id)).token };
  }

  async function sumsOf(mine: AttributionCampaign) {
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

  test('chooses the offer that was clicked last and uses its payout', async () => {
    const mine = await makeAttributionCampaign(lab);
    const [selected, second, third] = [
      await makeOffer(mine, 10),
      await makeOffer(mine, 20),
      await makeOffer(mine, 30),
    ];
    const { visitId, clickId } = await mine.visit(selected);
    await mine.click(visitId, third, 40_000);
    await mine.click(visitId, second, 30_000);
    await mine.click(visitId, { ...third, is_bot: '1', lp_clicks: '' }, 20_000);
    await mine.click(visitId, { ...third, outcome: 'unusable-url' }, 10_000);
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&txid=A`)).toMatchObject({
      verdict: 'counted',
      changes: [{ revenue: '20' }],
    });
    expect(await sumsOf(mine)).toEqual({ [second.offer_id]: { revenue: 20, conversions: 1 } });
  });

  test('chooses the offer selected for the visit if there is no click, and a clicked offer even if the conversion is dated before the click', async () => {
    const mine = await makeAttributionCampaign(lab);
    const [selected, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const [withoutClick, dated] = [await mine.visit(selected), await mine.visit(selected)];
    await mine.click(dated.visitId, clicked, 10_000);
    await sendAndProcess(lab, mine, `cid=${withoutClick.clickId}`);
    await sendAndProcess(lab, mine, { query: `cid=${dated.clickId}`, receivedMs: lab.clock.ms - 50_000 });
    expect(await sumsOf(mine)).toEqual({
      [selected.offer_id]: { revenue: 10, conversions: 1 },
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
    });
  });

  test('applies a rejection to the offer that the conversion was attributed to, even after later clicks', async () => {
    const mine = await makeAttributionCampaign(lab);
    const [selected, second, third] = [
      await makeOffer(mine, 10),
      await makeOffer(mine, 20),
      await makeOffer(mine, 30),
    ];
    const { visitId, clickId } = await mine.visit(selected);
    await mine.click(visitId, second, 30_000);
    await sendAndProcess(lab, mine, `cid=${clickId}&txid=A`);
    await mine.click(visitId, third, 1_000);
    lab.clock.ms += 1_000;
    await sendAndProcess(lab, mine, `cid=${clickId}&txid=B`);
    await sendAndProcess(lab, mine, `cid=${clickId}&txid=A&status=rejected`);
    expect(await sumsOf(mine)).toEqual({
      [second.offer_id]: { revenue: 0, conversions: 0 },
      [third.offer_id]: { revenue: 30, conversions: 1 },
    });
  });

  test('waits for rows that edges have not shipped yet when a landing-page visit has no click', async () => {
    const mine = await makeAttributionCampaign(lab);
    const [selected, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const edge = { id: newId(), name: 'edge', startedAt: new Date(), appliedSequence: '0' };
    const reportShipped = (until: Date) =>
      lab.database.asSystem((executor) =>
        renewEdgeLease(executor, { ...edge, shipping: { spool: 'a', until } }, 60_000),
      );
    await reportShipped(new Date(lab.clock.ms - 1_000));
    const { visitId, clickId } = await mine.visit({ ...selected, landing_id: newId() });
    const direct = await mine.visit(selected);
    expect((await sendAndProcess(lab, mine, `cid=${direct.clickId}`))?.verdict).toBe('counted');
    expect(await sendAndProcess(lab, mine, `cid=${clickId}`)).toMatchObject({
      verdict: 'waiting',
      reason: expect.stringContaining('have not arrived yet'),
    });
    // Events from pages do not wait. Neither do events that were received before the time up to which the edge has
    // shipped its rows.
    const page = { method: 'PAGE', contentType: 'application/json', query: `cid=${clickId}` } as const;
    expect((await sendAndProcess(lab, mine, page))?.verdict).toBe('from-page');
    const shipped = await mine.visit({ ...selected, landing_id: newId() });
    const punctual = { query: `cid=${shipped.clickId}&status=rejected`, receivedMs: lab.clock.ms - 1_000 };
    expect((await sendAndProcess(lab, mine, punctual))?.verdict).toBe('stored');
    await mine.click(visitId, clicked, 5_000);
    lab.clock.ms += 2_000;
    await reportShipped(new Date(lab.clock.ms - 20_000));
    expect(await lab.work()).toEqual(['waiting']);
    lab.clock.ms += 2_000;
    await reportShipped(new Date(lab.clock.ms - 5_000));
    expect(await lab.work()).toEqual(['counted']);
    await lab.database.asSystem((executor) => deleteEdge(executor, edge.id));
    expect(await sumsOf(mine)).toEqual({
      [selected.offer_id]: { revenue: 10, conversions: 1 },
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
    });
  });

  test('waits for clicks only briefly if the event was received while the clock of an edge was an hour ahead', async () => {
    const mine = await makeAttributionCampaign(lab);
    const selected = await makeOffer(mine, 10);
    const edge = { id: newId(), name: 'edge', startedAt: new Date(), appliedSequence: '0' };
    const shipping = { spool: 'a', until: new Date(lab.clock.ms - 1_000) };
    await lab.database.asSystem((executor) => renewEdgeLease(executor, { ...edge, shipping }, 600_000));
    const { clickId } = await mine.visit({ ...selected, landing_id: newId() });
    await mine.send({ query: `cid=${clickId}`, receivedMs: lab.clock.ms + 3_600_000 });
    // The request is due at the time of the database, and the clock of the lab is behind.
    lab.clock.ms = Math.max(lab.clock.ms, Date.now() + 1_000);
    const startedMs = lab.clock.ms;
    let [verdict] = await lab.work();
    expect(verdict).toBe('waiting');
    while (verdict === 'waiting' && lab.clock.ms - startedMs < 60_000) {
      lab.clock.ms += 1_000;
      [verdict = 'waiting'] = await lab.work();
    }
    expect(verdict).toBe('counted');
    expect(lab.clock.ms - startedMs).toBeGreaterThan(10_000);
    await lab.database.asSystem((executor) => deleteEdge(executor, edge.id));
  });

  test('ignores the offer from an earlier page event when the sale follows a click', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { campaign, context } = mine;
    const action = { idx: 2, label: 'Form started', isConversion: false, from: 'page' };
    const rules = [
      { label: 'Steps', conditions: { field: 'event', op: 'is', values: ['form'] }, actions: [action] },
      { label: 'Sales', conditions: null, actions: [{ idx: 1, label: 'Sale' }] },
    ];
    await saveGoalRules(context, campaign.id, { rules });
    const [selected, clicked] = [await makeOffer(mine, 10), await makeOffer(mine, 20)];
    const { visitId, clickId } = await mine.visit(selected);
    const page = { cid: clickId, from: 'page', event: 'form' };
    const step = await sendAndProcess(lab, mine, {
      method: 'PAGE',
      query: '',
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(page)).toString('base64'),
      receivedMs: lab.clock.ms - 40_000,
    });
    expect(step?.verdict).toBe('counted');
    await mine.click(visitId, clicked);
    await sendAndProcess(lab, mine, `cid=${clickId}`);
    expect(await sumsOf(mine)).toMatchObject({ [clicked.offer_id]: { revenue: 20, conversions: 1 } });
  });

  test('chooses among clicked and selected offers by the network whose token was sent', async () => {
    const mine = await makeAttributionCampaign(lab);
    const [one, other, unrelated] = [
      await makeNetwork(mine, 'One'),
      await makeNetwork(mine, 'Other'),
      await makeNetwork(mine, 'Unrelated'),
    ];
    const selected = await makeOffer(mine, 10, one.id);
    const clicked = await makeOffer(mine, 20, other.id);
    const { visitId, clickId } = await mine.visit(selected);
    await mine.click(visitId, clicked);
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&token=${unrelated.token}`)).toMatchObject({
      verdict: 'refused-source',
      reason: expect.stringContaining('Other'),
    });
    await sendAndProcess(lab, mine, `cid=${clickId}&txid=A&token=${other.token}`);
    await sendAndProcess(lab, mine, `cid=${clickId}&txid=B&token=${one.token}`);
    expect(await sumsOf(mine)).toEqual({
      [clicked.offer_id]: { revenue: 20, conversions: 1 },
      [selected.offer_id]: { revenue: 10, conversions: 1 },
    });
  });
});

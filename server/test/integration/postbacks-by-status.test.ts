import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { applyInbox } from '../../src/services/conversions/apply-inbox.ts';
import { replayInbox } from '../../src/services/conversions/replay-inbox.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import type { OutboundClient } from '../../src/services/outbound/create-outbound-client.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { listPostbacks } from '../../src/services/postbacks/postbacks.ts';
import { recordAttempts } from '../../src/services/postbacks/record-attempts.ts';
import { testPostback } from '../../src/services/postbacks/test-postback.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  sendAndProcess,
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

async function makeCampaignWithPostbacks(postbackOn: string[]) {
  const mine = await makeAttributionCampaign(lab);
  const postbackUrl = 'https://ads.example.com/?e={event}&s={status}&p={payout}&t={txid}&i={postbackid}';
  const actions = [{ idx: 3, label: 'Sale', postbackUrl, postbackOn }];
  await saveGoalRules(mine.context, mine.campaign.id, {
    rules: [{ label: 'All', conditions: null, actions }],
  });
  const network = await createAffiliateNetwork(mine.context, { name: 'N', duplicatePolicy: 'update' });
  const url = 'https://offer.example.com/';
  const offer = await createOffer(mine.context, { name: 'O', url, affiliateNetworkId: network.id });
  const visit = await mine.visit({ affiliate_network_id: network.id, offer_id: offer.id });
  return { mine, clickId: visit.clickId };
}

async function listOccasionsAndQueries(mine: AttributionCampaign): Promise<string[][]> {
  const { items } = await listPostbacks(mine.context, {});
  return items.toReversed().map(({ id, occasion, ...shown }) => {
    const url = shown.url ?? '';
    expect(new URL(url).searchParams.get('i')).toBe(id);
    return [occasion, url.slice(url.indexOf('?'), url.indexOf('&i='))];
  });
}

test('each configured status is sent once, with the values at the time of the status change', async () => {
  const { mine, clickId } = await makeCampaignWithPostbacks(['first', 'approved', 'refunded']);
  const base = `cid=${clickId}&event=sale&txid=T1`;
  await sendAndProcess(lab, mine, `${base}&status=hold&payout=2`);
  await sendAndProcess(lab, mine, `${base}&status=hold&payout=2`);
  lab.clock.ms += 1_000;
  await sendAndProcess(lab, mine, `${base}&status=approved&payout=3`);
  lab.clock.ms += 1_000;
  const refund = await sendAndProcess(lab, mine, `cid=${clickId}&event=chargeback&txid=T1&status=refunded`);
  await sendAndProcess(lab, mine, `cid=${clickId}&event=chargeback&txid=T1&status=refunded`);
  expect(await listOccasionsAndQueries(mine)).toEqual([
    ['first', '?e=sale&s=hold&p=2&t=T1'],
    ['approved', '?e=sale&s=approved&p=3&t=T1'],
    ['refunded', '?e=sale&s=refunded&p=3&t=T1'],
  ]);
  expect(refund?.changes).toMatchObject([{ postbackIds: [expect.any(String)], noPostback: null }]);
});

test("a refund, which matches no rule, is sent to the action with the conversion's name", async () => {
  const { mine, clickId } = await makeCampaignWithPostbacks(['first']);
  const rules = ['lead', 'sale'].map((event) => ({
    label: event,
    conditions: { field: 'event', op: 'is', values: [event] },
    actions: [
      {
        idx: 3,
        label: event,
        postbackUrl: `https://ads.example.com/?action=${event}&i={postbackid}`,
        postbackOn: ['refunded'],
      },
    ],
  }));
  await saveGoalRules(mine.context, mine.campaign.id, { rules });
  await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&txid=T1&payout=3`);
  await sendAndProcess(lab, mine, `cid=${clickId}&event=chargeback&txid=T1&status=refunded`);
  expect(await listOccasionsAndQueries(mine)).toEqual([['refunded', '?action=sale']]);
});

test('with "change", a postback is sent for each status or amount change; with "first", only one is sent', async () => {
  const [onChange, onFirst] = [
    await makeCampaignWithPostbacks(['change']),
    await makeCampaignWithPostbacks(['first']),
  ];
  for (const { mine, clickId } of [onChange, onFirst])
    for (const rest of [
      'status=hold&payout=2',
      'payout=4',
      'payout=4',
      'status=rejected',
      'status=approved',
    ]) {
      lab.clock.ms += 1;
      await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&${rest}`);
    }
  expect((await listOccasionsAndQueries(onChange.mine)).map(([, query]) => query)).toEqual([
    '?e=sale&s=hold&p=4&t=',
    '?e=sale&s=rejected&p=4&t=',
    '?e=sale&s=approved&p=4&t=',
  ]);
  expect((await listOccasionsAndQueries(onFirst.mine)).map(([occasion]) => occasion)).toEqual(['first']);
  const last = await sendAndProcess(lab, onFirst.mine, `cid=${onFirst.clickId}&event=sale&status=rejected`);
  expect(last?.changes).toMatchObject([
    { postbackIds: [], noPostback: 'The action sends postbacks only for: first.' },
  ]);
});

test('a test uses the values of the visit with the given click ID', async () => {
  const { mine } = await makeCampaignWithPostbacks(['first']);
  const postbackUrl = 'https://ads.example.com/?id={externalid}';
  const { id } = await createTrafficSource(mine.context, { name: 'S', postbackUrl });
  const { clickId } = await mine.visit({ external_id: 'ext-1', traffic_source_id: id });
  const context = { ...lab.worker, ...mine.context, outbound: {} as OutboundClient };
  const tryWith = (clickIdToTest: string) =>
    testPostback(context, { trafficSourceId: id, clickId: clickIdToTest, send: false });
  expect((await tryWith(clickId)).request?.url).toBe('https://ads.example.com/?id=ext-1');
  const { clickId: missing } = await mine.visit({}, { isStored: false });
  for (const unknown of [missing, 'nonsense'])
    await expect(tryWith(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('50 concurrent copies of each status and a replay send one postback for each status', async () => {
  const { mine, clickId } = await makeCampaignWithPostbacks(['hold', 'approved', 'refunded']);
  const from = new Date(lab.clock.ms - 1_000).toISOString();
  for (const status of ['hold', 'approved', 'refunded']) {
    lab.clock.ms += 10;
    for (let copy = 0; copy < 50; copy += 1)
      await mine.send(`cid=${clickId}&txid=T&payout=1&status=${status}`);
  }
  await Promise.all(Array.from({ length: 4 }, () => applyInbox(lab.worker, 40)));
  await lab.work();
  const occasions = (await listOccasionsAndQueries(mine)).map(([occasion]) => occasion);
  expect(new Set(occasions).size).toBe(occasions.length);
  expect(occasions).toContain('refunded');
  const to = new Date(lab.clock.ms + 1_000).toISOString();
  await replayInbox({ ...mine.context, ...lab.worker, actor: mine.context.actor }, { from, to });
  expect((await listOccasionsAndQueries(mine)).map(([occasion]) => occasion)).toEqual(occasions);
});

test('a later status waits until the earlier one has been delivered or given up, even within one batch', async () => {
  await lab.database.asSystem((executor) => sql`DELETE FROM postback_jobs`.execute(executor));
  const { mine, clickId } = await makeCampaignWithPostbacks(['hold', 'approved', 'refunded']);
  for (const status of ['hold', 'approved', 'refunded']) {
    lab.clock.ms += 1;
    await mine.send(`cid=${clickId}&status=${status}&payout=1`);
  }
  await lab.work();
  expect(await listOccasionsAndQueries(mine)).toHaveLength(3);
  const claimed: string[] = [];
  // The first postback is retried after a failure and then delivered, the second is rejected permanently, and the third
  // is delivered.
  for (const status of [500, 200, 404, 200]) {
    lab.clock.ms += 10_000;
    const jobs = await claimPostbacks(lab.worker, 10);
    claimed.push(...jobs.map(({ url }) => new URL(url).searchParams.get('s') ?? ''));
    const atMs = lab.clock.ms;
    const outcome = { atMs, durationMs: 1, status, error: null, response: '' };
    await recordAttempts(
      lab.worker,
      jobs.map((job) => ({ job, ...outcome })),
    );
  }
  expect(claimed).toEqual(['hold', 'hold', 'approved', 'refunded']);
});

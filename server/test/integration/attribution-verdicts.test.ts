import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { replayInbox } from '../../src/services/conversions/replay-inbox.ts';
import { testIncomingPostback } from '../../src/services/conversions/test-incoming-postback.ts';
import { getCampaignLinks } from '../../src/services/campaigns/campaign-links.ts';
import { uploadConversions } from '../../src/services/uploads/upload-conversions.ts';
import { listPanelEvents } from '../../src/services/events-feed/list-events.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { listInbox } from '../../src/services/conversions/list-inbox.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  sendAndProcess,
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { makeCampaign } from '../../src/testing/workspaces/factories.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

const dayMs = 86_400_000;

describe('an incoming postback is not counted', () => {
  test('if it is invalid, late or ambiguous, and a reason is stored', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    const late = await mine.visit({}, { ageMs: 100 * dayMs });
    const broken = {
      method: 'POST' as const,
      contentType: 'application/json',
      body: Buffer.from('{"cid":').toString('base64'),
    };
    const cases: [Parameters<typeof mine.send>[0], string, RegExp][] = [
      ['payout=1', 'no-click-id', /has no click ID/],
      [`cid=${clickId.slice(0, -1)}!`, 'bad-click-id', /Invalid click ID/],
      [`cid=${clickId}&status=wat`, 'unknown-status', /“wat”/],
      [`cid=${clickId}&payout=1,000`, 'invalid-amount', /“1,000” is ambiguous/],
      [`cid=${clickId}&payout=5+USD&currency=EUR`, 'invalid-amount', /“5 USD”.*“EUR”/],
      [`cid=${clickId}&payout=-5&status=sale`, 'invalid-amount', /“-5”.*“sale”/],
      [`cid=${clickId}&payout=-5`, 'nothing-to-refund', /no conversion to refund/],
      [`subid=${'x'.repeat(600)}`, 'bad-click-id', /subid is longer than 512/],
      ['cid={clickid}', 'no-click-id', /cid is empty or an unreplaced macro/],
      [`cid=${clickId}&payout=1&currency=XAU`, 'unknown-currency', /“XAU”/],
      [`cid=${late.clickId}&payout=1`, 'expired-window', /window of \d+ days/],
      [{ ...broken, query: '' }, 'unreadable', /could not be parsed/],
    ];
    for (const [request, verdict, reason] of cases)
      expect(await sendAndProcess(lab, mine, request)).toMatchObject({
        verdict,
        reason: expect.stringMatching(reason),
        changes: [],
        nextAt: null,
      });
    await lab.ship();
    expect(await mine.sums()).toMatchObject({ shown: 0 });
  });

  test('if its visit belongs to another campaign, which the reason names only within the same workspace', async () => {
    const [mine, theirs] = [await makeAttributionCampaign(lab), await makeAttributionCampaign(lab)];
    const other = await makeCampaign(mine.context, { name: 'Other' });
    const own = await mine.visit();
    const foreign = await theirs.visit();
    expect(
      await sendAndProcess(lab, mine, { query: `cid=${own.clickId}`, campaignId: other.id }),
    ).toMatchObject({
      verdict: 'foreign-visit',
      reason: expect.stringContaining('Campaign'),
    });
    expect(await sendAndProcess(lab, mine, `cid=${foreign.clickId}`)).toMatchObject({
      verdict: 'bad-click-id',
      reason: expect.not.stringContaining('Campaign'),
    });
  });

  test('if its click ID belongs to another workspace; every endpoint treats that click ID like a forged one', async () => {
    const [mine, theirs] = [await makeAttributionCampaign(lab), await makeAttributionCampaign(lab)];
    const context = { ...lab.worker, ...mine.context };
    const { clickId: foreign } = await theirs.visit();
    const forged = `${foreign.slice(0, -1)}${foreign.endsWith('0') ? '1' : '0'}`;
    const { event: url } = await getCampaignLinks(mine.context, mine.campaign.id);
    const own = await mine.visit();
    const responses = await Promise.all(
      [foreign, forged, own.clickId].map(async (clickId) => {
        await sendAndProcess(lab, mine, `cid=${clickId}`);
        const line = `${clickId},A,1,${new Date(lab.clock.ms - 30 * dayMs).toISOString()}`;
        const response = {
          tested: await testIncomingPostback(context, { url: `${url}?cid=${clickId}` }),
          inbox: (await listInbox(context, { clickId })).items.length,
          uploaded: await uploadConversions(context, [`click id,txid,payout,time\n${line}\n`], {
            dryRun: true,
          }),
          events: (await listPanelEvents(context, { clickId })).items.length,
        };
        return JSON.stringify(response).replaceAll(clickId, 'X');
      }),
    );
    expect(responses[0]).toBe(responses[1]);
    expect(responses[2]).not.toBe(responses[1]);
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM inbox
        WHERE workspace_id = ${mine.workspaceId} AND verdict = 'bad-click-id' AND visit_id IS NOT NULL`.execute(
        executor,
      ),
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('if no goal rule matches or the action is disabled', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    const conditions = { field: 'event', op: 'is', values: ['sale'] };
    const save = (enabled: boolean) =>
      saveGoalRules(mine.context, mine.campaign.id, {
        rules: [{ label: 'Sale', conditions, actions: [{ idx: 2, label: 'Sale', enabled }] }],
      });
    await save(true);
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&event=lead`)).toMatchObject({
      verdict: 'no-rule',
      reason: expect.stringContaining('“lead”'),
    });
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&payout=2&txid=1`)).toMatchObject({
      verdict: 'counted',
      changes: [{ idx: 2 }],
    });
    await save(false);
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&txid=2`)).toMatchObject({
      verdict: 'no-action',
    });
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&txid=1&status=rejected`)).toMatchObject(
      {
        verdict: 'updated',
      },
    );
    expect(await sendAndProcess(lab, mine, `cid=${clickId}&event=sale&txid=1&status=hold`)).toMatchObject({
      verdict: 'no-action',
    });
  });

  test('if it comes from a page, unless an action accepts page events, whose amounts are ignored', async () => {
    const mine = await makeAttributionCampaign(lab);
    const network = await createAffiliateNetwork(mine.context, {
      name: 'Net',
      postbackIps: ['198.51.100.1'],
    });
    const offer = await createOffer(mine.context, {
      name: 'O',
      url: 'https://example.com/',
      affiliateNetworkId: network.id,
      payout: { mode: 'fixed', amount: 5 },
    });
    const { clickId } = await mine.visit({ offer_id: offer.id, affiliate_network_id: network.id });
    const other = await mine.visit();
    const forged = { cid: clickId, from: 'page', event: 'sale', payout: '1000000', txid: 'F0' };
    const page = {
      method: 'PAGE' as const,
      contentType: 'application/json',
      query: '',
      body: Buffer.from(JSON.stringify(forged)).toString('base64'),
    };
    expect(await sendAndProcess(lab, mine, page)).toMatchObject({
      method: 'PAGE',
      verdict: 'from-page',
      reason: 'Sent by a page, but none of the campaign’s actions accepts events from pages.',
      changes: [],
    });
    // Networks may use any parameter names, including "from".
    expect(await sendAndProcess(lab, mine, `cid=${other.clickId}&from=page&payout=2`)).toMatchObject({
      verdict: 'counted',
      changes: [{ payout: '2' }],
    });
    const save = (values: string[]) =>
      saveGoalRules(mine.context, mine.campaign.id, {
        rules: [
          {
            label: 'Sale',
            conditions: { field: 'event', op: 'is', values },
            actions: [{ idx: 1, label: 'Sale', from: 'both', storeValue: true }],
          },
        ],
      });
    await save(['lead']);
    expect(await sendAndProcess(lab, mine, page)).toMatchObject({
      verdict: 'from-page',
      reason: expect.stringContaining('“sale”'),
    });
    await save(['sale']);
    const replay = {
      from: new Date(lab.clock.ms - dayMs).toISOString(),
      to: new Date(lab.clock.ms + dayMs).toISOString(),
    };
    expect(await replayInbox({ ...lab.worker, ...mine.context }, replay)).toMatchObject({
      verdicts: [
        { before: 'from-page', after: 'counted', requests: 1 },
        { before: 'from-page', after: 'duplicate', requests: 1 },
      ],
    });
    await lab.ship();
    expect(await mine.sums()).toMatchObject({ conversions: 2, revenue: '7' });
    // The network's report replaces the report from the page.
    const query = `cid=${clickId}&event=sale&txid=N1&payout=9&status=hold`;
    expect(await sendAndProcess(lab, mine, { query, address: '198.51.100.1' })).toMatchObject({
      verdict: 'updated',
      changes: [{ isNew: false, transactionId: 'N1', status: 'hold', payout: '5' }],
    });
    expect(
      await sendAndProcess(lab, mine, { query: query.replace('hold', 'approved'), address: '198.51.100.1' }),
    ).toMatchObject({ verdict: 'updated', changes: [{ isNew: false, transactionId: 'N1' }] });
    await lab.ship();
    expect(await mine.sums()).toMatchObject({ conversions: 2, revenue: '7' });
  });

  test('if the network does not allow its IP address or requires a token that is missing', async () => {
    const mine = await makeAttributionCampaign(lab);
    const network = await createAffiliateNetwork(mine.context, {
      name: 'Net',
      postbackIps: ['198.51.100.0/24'],
    });
    const offer = await createOffer(mine.context, {
      name: 'O',
      url: 'https://example.com/',
      affiliateNetworkId: network.id,
    });
    const { clickId } = await mine.visit({ offer_id: offer.id, affiliate_network_id: network.id });
    const from = (address: string, query = `cid=${clickId}&txid=1`) =>
      sendAndProcess(lab, mine, { query, address });
    expect(await from('198.51.101.1')).toMatchObject({
      verdict: 'refused-source',
      reason: expect.stringContaining('address'),
    });
    expect(await from('')).toMatchObject({ verdict: 'refused-source' });
    expect(await from('198.51.100.7')).toMatchObject({ verdict: 'counted', address: '198.51.100.7' });
    const { token } = await issueNetworkToken(mine.context, network.id);
    expect(await from('198.51.100.7')).toMatchObject({
      verdict: 'refused-source',
      reason: expect.stringContaining('token'),
    });
    expect(await from('198.51.100.7', `cid=${clickId}&txid=2&Token=${token}`)).toMatchObject({
      verdict: 'counted',
    });
  });
});

test('an IP address is shown according to the privacy setting, and stored that way once the request has been handled', async () => {
  const mine = await makeAttributionCampaign(lab);
  await updateWorkspaceSettings(mine.context, { addressPrivacy: 'truncated' });
  const { clickId } = await mine.visit();
  const missing = await mine.visit({}, { isStored: false });
  const [address, truncated] = ['203.0.113.77', '203.0.113.0'];
  const [addressV6, truncatedV6] = ['2001:db8:1:2::3', '2001:db8:1::'];
  expect(await sendAndProcess(lab, mine, { query: `cid=${clickId}`, address })).toMatchObject({
    address: truncated,
  });
  expect(await sendAndProcess(lab, mine, { query: 'x=1', address: addressV6 })).toMatchObject({
    address: truncatedV6,
  });
  const waiting = await sendAndProcess(lab, mine, { query: `cid=${missing.clickId}`, address });
  expect(waiting).toMatchObject({ verdict: 'waiting', address: truncated });
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ address: string }>`SELECT address FROM inbox WHERE workspace_id = ${mine.workspaceId}`.execute(
      executor,
    ),
  );
  expect(rows.map((row) => row.address).toSorted()).toEqual([truncatedV6, truncated, address]);
});

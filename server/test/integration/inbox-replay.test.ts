import { replay } from '@waypost/contract/conversions/inbox-replays.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateAffiliateNetwork } from '../../src/services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { purgeInbox } from '../../src/services/conversions/purge-inbox.ts';
import { replayInbox } from '../../src/services/conversions/replay-inbox.ts';
import {
  getReplay,
  listReplays,
  replayWork,
  startReplay,
  stopReplay,
} from '../../src/services/conversions/replays.ts';
import { testIncomingPostback } from '../../src/services/conversions/test-incoming-postback.ts';
import { getCampaignLinks } from '../../src/services/campaigns/campaign-links.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { processRun } from '../../src/services/runs/process-run.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

const dayMs = 86_400_000;
const rangeAroundNow = () => ({
  from: new Date(lab.clock.ms - dayMs).toISOString(),
  to: new Date(lab.clock.ms + dayMs).toISOString(),
});

test('a replay applies the current rules to requests that were not counted, and keeps counted ones', async () => {
  const mine = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  const rule = (event: string, idx: number) => ({
    label: event,
    conditions: { field: 'event', op: 'is', values: [event] },
    actions: [{ idx, label: event }],
  });
  await saveGoalRules(mine.context, mine.campaign.id, { rules: [rule('sale', 1)] });
  const { clickId } = await mine.visit();
  const missing = await mine.visit({}, { isStored: false });
  const send = (query: string) => mine.send(`cid=${clickId}&payout=2&${query}`);
  const counted = await send('event=sale&txid=1');
  const lead = await send('event=lead&txid=2');
  const foreignMoney = await send('event=sale&txid=3&currency=EUR');
  const unknown = await send('event=sale&txid=4&status=weird');
  const waiting = await mine.send(`cid=${missing.clickId}&event=sale`);
  const old = await mine.send({
    query: `cid=${clickId}&event=lead&txid=5`,
    receivedMs: lab.clock.ms - 2 * dayMs,
  });
  await lab.work();
  await saveGoalRules(mine.context, mine.campaign.id, { rules: [rule('sale', 1), rule('lead', 2)] });
  await updateWorkspaceSettings(mine.context, { rates: { EUR: '1.1' } });

  const expected = {
    requests: 4,
    changed: 2,
    verdicts: expect.arrayContaining([
      { before: 'no-rule', after: 'counted', requests: 1 },
      { before: 'unknown-currency', after: 'counted', requests: 1 },
      { before: 'unknown-status', after: 'unknown-status', requests: 1 },
      { before: 'waiting', after: 'waiting', requests: 1 },
    ]),
  };
  const before = await mine.entry(lead);
  expect(await replayInbox(context, { ...rangeAroundNow(), dryRun: true })).toEqual(expected);
  expect(await mine.entry(lead)).toEqual(before);
  const progress: number[] = [];
  expect(await replayInbox(context, rangeAroundNow(), (done) => progress.push(done))).toEqual(expected);
  expect(progress).toEqual([4]);
  const verdictOf = async (id: string) => (await mine.entry(id))?.verdict;
  expect(await Promise.all([counted, lead, foreignMoney, unknown, waiting, old].map(verdictOf))).toEqual([
    'counted',
    'counted',
    'counted',
    'unknown-status',
    'waiting',
    'no-rule',
  ]);
  expect(await replayInbox(context, rangeAroundNow())).toMatchObject({ requests: 2, changed: 0 });
  await lab.ship();
  expect(await mine.sums()).toMatchObject({ revenue: '6.2', conversions: 3, shown: 3 });
  expect(await listActions(mine.context, mine.workspaceId)).toContain('inbox.replay');
});

test("a replay counts an ambiguous amount once the network's decimal mark is set", async () => {
  const mine = await makeAttributionCampaign(lab);
  const network = await createAffiliateNetwork(mine.context, { name: 'N' });
  const { clickId } = await mine.visit({ affiliate_network_id: network.id });
  const refused = await mine.send(`cid=${clickId}&payout=1,234`);
  const unfilled = await mine.send(`cid=${clickId}&txid=u&payout={payout}`);
  await lab.work();
  expect(await mine.entry(refused)).toMatchObject({
    verdict: 'invalid-amount',
    reason: 'The amount “1,234” is ambiguous.',
  });
  expect(await mine.entry(unfilled)).toMatchObject({
    verdict: 'counted',
    reason: expect.stringMatching(/macros: payout\. The configured payout was used: 0 USD/),
  });
  await updateAffiliateNetwork(mine.context, network.id, { decimalMark: 'comma' });
  await replayInbox({ ...lab.worker, ...mine.context }, rangeAroundNow());
  expect(await mine.entry(refused)).toMatchObject({ verdict: 'counted', changes: [{ payout: '1.234' }] });
});

test("a replay accepts a request that the network's IP list allowed, even though its address has been truncated since", async () => {
  const mine = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  await updateWorkspaceSettings(mine.context, { addressPrivacy: 'truncated' });
  const network = await createAffiliateNetwork(mine.context, { name: 'N', postbackIps: ['198.51.100.7'] });
  const { clickId } = await mine.visit({ affiliate_network_id: network.id });
  const send = (address: string) =>
    mine.send({ query: `cid=${clickId}&status=odd&txid=${address}`, address });
  const [allowed, refused] = [await send('198.51.100.7'), await send('198.51.100.8')];
  await lab.work();
  expect(await mine.entry(allowed)).toMatchObject({ verdict: 'unknown-status', address: '198.51.100.0' });
  await updateAffiliateNetwork(mine.context, network.id, { statusMap: { odd: 'approved' } });
  await replayInbox(context, rangeAroundNow());
  expect(await mine.entry(allowed)).toMatchObject({ verdict: 'counted' });
  expect(await mine.entry(refused)).toMatchObject({ verdict: 'refused-source' });
});

test.each([
  ['truncated', '198.51.100.0'],
  ['none', ''],
] as const)(
  "a replay counts a refused request once the network's list includes its IP address, with address privacy %s",
  async (addressPrivacy, shown) => {
    const mine = await makeAttributionCampaign(lab);
    await updateWorkspaceSettings(mine.context, { addressPrivacy });
    const network = await createAffiliateNetwork(mine.context, { name: 'N', postbackIps: ['198.51.100.7'] });
    const { clickId } = await mine.visit({ affiliate_network_id: network.id });
    const pendingVisit = await mine.visit({ affiliate_network_id: network.id }, { isStored: false });
    const send = (cid: string, address: string) => mine.send({ query: `cid=${cid}&payout=1`, address });
    const [refused, unlisted] = [await send(clickId, '198.51.100.8'), await send(clickId, '198.51.100.9')];
    const waiting = await send(pendingVisit.clickId, '198.51.100.8');
    await lab.work();
    expect(await mine.entry(refused)).toMatchObject({ verdict: 'refused-source', address: shown });
    expect(await mine.entry(waiting)).toMatchObject({ verdict: 'waiting', address: shown });
    const postbackIps = ['198.51.100.7', '198.51.100.8'];
    await updateAffiliateNetwork(mine.context, network.id, { postbackIps });
    await replayInbox({ ...lab.worker, ...mine.context }, rangeAroundNow());
    expect(await mine.entry(refused)).toMatchObject({ verdict: 'counted', address: shown });
    expect(await mine.entry(unlisted)).toMatchObject({ verdict: 'refused-source', address: shown });
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ address: string }>`
        SELECT address FROM inbox WHERE workspace_id = ${mine.workspaceId}`.execute(executor),
    );
    const stored = rows.map(({ address }) => address).toSorted();
    expect(stored).toEqual([shown, '198.51.100.8', '198.51.100.9']);
  },
);

test('a replay covers only the given campaign in the workspace and requires a valid time range', async () => {
  const [mine, theirs] = [await makeAttributionCampaign(lab), await makeAttributionCampaign(lab)];
  const context = { ...lab.worker, ...mine.context };
  await expect(
    replayInbox(context, { ...rangeAroundNow(), campaignId: theirs.campaign.id }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const { from, to } = rangeAroundNow();
  await expect(replayInbox(context, { from: to, to: from })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  expect(await replayInbox(context, { from, to, campaignId: mine.campaign.id })).toEqual({
    requests: 0,
    changed: 0,
    verdicts: [],
  });
});

test('requests are kept for 30 days, and conversions as long as a postback could change them', async () => {
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const { clickId: missing } = await mine.visit({}, { isStored: false });
  await mine.send(`cid=${clickId}&payout=2`);
  await mine.send(`cid=${missing}&payout=2`);
  await lab.work();
  await lab.database.asSystem((executor) =>
    sql`INSERT INTO outbox_refused (id, workspace_id, batch_id, row, reason, refused_at)
      VALUES (gen_random_uuid(), ${mine.workspaceId}, gen_random_uuid(), 'r', 'r', ${lab.worker.now()})`.execute(
      executor,
    ),
  );
  const count = async () => {
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ inbox: number; conversions: number; refused: number }>`
        SELECT (SELECT count(*)::int FROM inbox WHERE workspace_id = ${mine.workspaceId}) AS inbox,
          (SELECT count(*)::int FROM outbox_refused WHERE workspace_id = ${mine.workspaceId}) AS refused,
          (SELECT count(*)::int FROM conversions WHERE workspace_id = ${mine.workspaceId}) AS conversions`.execute(
        executor,
      ),
    );
    return rows[0];
  };
  const purgeAfter = async (days: number) =>
    await purgeInbox({ ...lab.worker, now: () => new Date(lab.clock.ms + days * dayMs) });
  await purgeAfter(29);
  expect(await count()).toEqual({ inbox: 2, conversions: 1, refused: 1 });
  await purgeAfter(31);
  expect(await count()).toEqual({ inbox: 0, conversions: 1, refused: 1 });
  await purgeAfter(89);
  expect(await count()).toMatchObject({ refused: 1 });
  await purgeAfter(91);
  expect(await count()).toMatchObject({ refused: 0 });
  await purgeAfter(425);
  expect(await count()).toMatchObject({ conversions: 1 });
  await purgeAfter(435);
  expect(await count()).toEqual({ inbox: 0, conversions: 0, refused: 0 });
});

const ruleFor = (event: string) => ({
  label: event,
  conditions: { field: 'event', op: 'is', values: [event] },
  actions: [{ idx: 1, label: event }],
});

/** Creates a campaign with leads that were rejected when they arrived and would be counted now. */
async function makeRejectedLeads(count: number) {
  const mine = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  await saveGoalRules(mine.context, mine.campaign.id, { rules: [ruleFor('sale')] });
  const { clickId } = await mine.visit();
  const leads: string[] = [];
  for (let at = 0; at < count; at += 1) leads.push(await mine.send(`cid=${clickId}&event=lead&txid=${at}`));
  for (let remaining = count; remaining > 0;) remaining -= (await lab.work()).length;
  await saveGoalRules(mine.context, mine.campaign.id, { rules: [ruleFor('lead')] });
  return { mine, context, leads, range: { campaignId: mine.campaign.id, ...rangeAroundNow() } };
}

const work = () => processRun(lab.worker, replayWork);

test('a preview shows the effect of a replay, which is applied only if nothing has changed since', async () => {
  const { mine, context, leads, range } = await makeRejectedLeads(1);
  const [lead = ''] = leads;
  const started = await startReplay(context, range);
  expect(replay.parse(started)).toMatchObject({ isPreview: true, state: 'waiting', result: null });
  expect(await work()).toBe(started.id);
  const preview = await getReplay(context, started.id);
  const expected = {
    requests: 1,
    changed: 1,
    verdicts: [{ before: 'no-rule', after: 'counted', requests: 1 }],
  };
  expect(replay.parse(preview)).toMatchObject({
    state: 'done',
    progress: { done: 1, of: 1 },
    result: expected,
    examples: [
      {
        id: lead,
        before: 'no-rule',
        after: 'counted',
        changes: [{ isNew: true, label: 'lead', payout: '0' }],
      },
    ],
  });
  expect((await mine.entry(lead))?.verdict).toBe('no-rule');
  await expect(startReplay(context, { ...range, apply: { requests: 2 } })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'stale', requests: 1 },
  });
  const { id } = await startReplay(context, { ...range, apply: { requests: 1 } });
  // Another request arrives before the worker starts, so the replay is not applied.
  const { clickId } = await mine.visit();
  await mine.send(`cid=${clickId}&event=other&txid=x`);
  expect(await lab.work()).toEqual(['no-rule']);
  expect(await work()).toBe(id);
  expect(await getReplay(context, id)).toMatchObject({ state: 'failed', result: null });
  expect((await mine.entry(lead))?.verdict).toBe('no-rule');
  const again = await startReplay(context, { ...range, apply: { requests: 2 } });
  expect(await work()).toBe(again.id);
  expect(await getReplay(context, again.id)).toMatchObject({
    isPreview: false,
    state: 'done',
    result: { requests: 2, changed: 1 },
    examples: [],
  });
  expect((await mine.entry(lead))?.verdict).toBe('counted');
  expect(await listActions(mine.context, mine.campaign.id)).toContain('inbox.replay');
  const { items } = await listReplays(context, { campaignId: mine.campaign.id });
  expect(items.map((item) => item.id)).toEqual([again.id, id, started.id]);
  expect((await listReplays(context, {})).items).toHaveLength(3);
  expect((await listReplays(context, { campaignId: mine.workspaceId })).items).toEqual([]);
  // Other workspaces cannot see or stop the replay.
  const other = await makeAttributionCampaign(lab);
  const foreign = { ...lab.worker, ...other.context };
  for (const operation of [getReplay, stopReplay])
    await expect(operation(foreign, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await listReplays(foreign, {})).items).toEqual([]);
  await expect(startReplay(foreign, range)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a replay continues where a lost worker stopped, and keeps completed batches when it is stopped', async () => {
  const count = 450;
  const { mine, context, range } = await makeRejectedLeads(count);
  const preview = await startReplay(context, range);
  await work();
  const { examples, result } = await getReplay(context, preview.id);
  expect([examples.length, result?.requests]).toEqual([200, count]);
  const { id } = await startReplay(context, { ...range, apply: { requests: count } });
  // The worker is shut down after the first batch.
  const shutdown = new AbortController();
  const firstWorker = {
    ...lab.worker,
    now: () => {
      shutdown.abort();
      return lab.worker.now();
    },
  };
  await processRun(firstWorker, replayWork, shutdown.signal);
  expect(await getReplay(context, id)).toMatchObject({
    state: 'running',
    progress: { done: 200, of: count },
    result: { requests: 200, changed: 200 },
  });
  expect(await work()).toBeUndefined();
  await lab.database.asSystem((executor) =>
    sql`UPDATE runs SET leased_until = '-infinity' WHERE id = ${id}`.execute(executor),
  );
  expect(await work()).toBe(id);
  expect(await getReplay(context, id)).toMatchObject({
    state: 'done',
    progress: { done: count, of: count },
    result: { requests: count, changed: count },
  });
  await lab.ship();
  expect(await mine.sums()).toMatchObject({ conversions: count });

  const stopped = await makeRejectedLeads(201);
  const input = { ...stopped.range, apply: { requests: 201 } };
  const second = await startReplay(stopped.context, input);
  let isStopped = false;
  const findAndStop: typeof lab.worker.traffic.findVisits = async (keys) => {
    // The replay is stopped while the second batch is running, and the whole batch is rolled back.
    if ((await getReplay(stopped.context, second.id)).progress.done > 0 && !isStopped) {
      isStopped = true;
      await stopReplay(stopped.context, second.id);
    }
    return await lab.worker.traffic.findVisits(keys);
  };
  await processRun(
    { ...lab.worker, traffic: { ...lab.worker.traffic, findVisits: findAndStop } },
    replayWork,
  );
  expect(await getReplay(stopped.context, second.id)).toMatchObject({
    state: 'stopped',
    progress: { done: 200 },
    result: { requests: 200, changed: 200 },
  });
  const remaining = await startReplay(stopped.context, stopped.range);
  await work();
  expect((await getReplay(stopped.context, remaining.id)).result).toMatchObject({ requests: 1, changed: 1 });
});

test('a workspace can run at most two replays at once', async () => {
  const { context, range } = await makeRejectedLeads(0);
  const running = [await startReplay(context, range), await startReplay(context, range)];
  await expect(startReplay(context, range)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { reason: 'too-many-replays', retryAfter: 5 },
  });
  for (const { id } of running) expect(await stopReplay(context, id)).toMatchObject({ state: 'stopped' });
});

test('a test of an incoming postback returns its result and writes nothing', async () => {
  const mine = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  const { clickId } = await mine.visit();
  const { event: url } = await getCampaignLinks(mine.context, mine.campaign.id);
  const result = await testIncomingPostback(context, { url: `${url}?cid=${clickId}&payout=2&txid=9` });
  expect(result).toMatchObject({
    campaign: { id: mine.campaign.id },
    verdict: 'counted',
    read: { clickId, payout: '2', txid: '9' },
    changes: [{ isNew: true, idx: 1, status: 'approved', payout: '2', postback: null }],
  });
  expect(result.words).toEqual([
    'Campaign: Campaign.',
    'Matched and counted.',
    'Creates a conversion: Conversion (event 1), approved, 2 USD.',
    expect.stringMatching(/^No postback to the traffic source\. \w/),
  ]);
  expect((await testIncomingPostback(context, { url, body: `cid=${clickId}x` })).verdict).toBe(
    'bad-click-id',
  );
  expect(await testIncomingPostback(context, { url: '/e/unknown?cid=1' })).toMatchObject({
    campaign: null,
    verdict: null,
  });
  // A body that cannot be read is a problem only if the URL has no click ID.
  const unreadable = { body: '{', contentType: 'application/json' };
  expect((await testIncomingPostback(context, { url, ...unreadable })).verdict).toBe('unreadable');
  const withClickId = { url: `${url}?cid=${clickId}`, ...unreadable };
  expect((await testIncomingPostback(context, withClickId)).verdict).toBe('counted');
  // A postback that was only tested before is treated as new when it arrives.
  await mine.send(`cid=${clickId}&payout=2&txid=9`);
  expect(await lab.work()).toEqual(['counted']);
  expect(
    (await testIncomingPostback(context, { url: `${url}?cid=${clickId}&payout=2&txid=9` })).verdict,
  ).toBe('duplicate');
  const refund = await testIncomingPostback(context, { url: `${url}?cid=${clickId}&txid=9&status=refunded` });
  expect(refund.words[2]).toContain('Updates a conversion: Conversion (event 1), refunded');
});

test('a test can use unsaved rules and a received request, and shows which rule matches', async () => {
  const mine = await makeAttributionCampaign(lab);
  const other = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  const postbackUrl = 'https://ads.example.com/?sum={payout}';
  const rule = (event: string, idx: number) => ({
    label: event,
    conditions: { field: 'event', op: 'is', values: [event] },
    actions: [{ idx, label: event, payoutType: 'fixed', payoutFixed: 7, postbackUrl }],
  });
  await saveGoalRules(mine.context, mine.campaign.id, { rules: [rule('sale', 1)] });
  const { clickId } = await mine.visit();
  const lead = await mine.send(`cid=${clickId}&event=lead&txid=1`);
  await lab.work();
  const campaignId = mine.campaign.id;
  const draft = { campaignId, rules: [rule('sale', 1), rule('lead', 2)] };
  const manual = { campaignId, url: `event=lead&txid=2&cid=${clickId}`, draft: null };
  const decided = {
    campaign: { id: campaignId },
    rule: { place: 2, label: 'lead' },
    verdict: 'counted',
    changes: [{ idx: 2, payout: '7', postback: { method: 'GET', url: 'https://ads.example.com/?sum=7' } }],
    words: expect.arrayContaining(['Creates a conversion: lead (event 2), approved, 7 USD.']),
  };
  expect(await testIncomingPostback(context, manual)).toMatchObject({ rule: null, verdict: 'no-rule' });
  expect(await testIncomingPostback(context, { ...manual, draft })).toMatchObject(decided);
  const pasted = { campaignId, url: `https://other.example/?${manual.url}`, draft };
  expect(await testIncomingPostback(context, pasted)).toMatchObject(decided);
  const saved = { campaignId, url: `event=sale&cid=${clickId}` };
  expect((await testIncomingPostback(context, saved)).rule).toEqual({ place: 1, label: 'sale' });
  expect(await testIncomingPostback(context, { inboxId: lead, draft })).toMatchObject({
    ...decided,
    read: { clickId, txid: '1' },
  });
  // The test saves nothing: the saved rules apply again, and the request is unchanged.
  expect(await testIncomingPostback(context, { inboxId: lead })).toMatchObject({
    rule: null,
    verdict: 'no-rule',
  });
  expect((await mine.entry(lead))?.verdict).toBe('no-rule');
  for (const invalid of [
    { inboxId: lead, url: 'x' },
    {},
    { url: 'x', draft: { campaignId, rules: [{ label: 'None', conditions: null, actions: [] }] } },
  ])
    await expect(testIncomingPostback(context, invalid)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  // Requests, campaigns and rules from another workspace are not found.
  const foreign = { ...lab.worker, ...other.context };
  for (const input of [
    { inboxId: lead },
    manual,
    { campaignId: other.campaign.id, url: 'x', draft: { ...draft, rules: [] } },
  ])
    await expect(testIncomingPostback(foreign, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a test accepts every spelling of the incoming postback URL that the edge accepts', async () => {
  const mine = await makeAttributionCampaign(lab);
  const context = { ...lab.worker, ...mine.context };
  const { clickId } = await mine.visit();
  const { event: url } = await getCampaignLinks(mine.context, mine.campaign.id);
  const key = url.split('/e/')[1] ?? '';
  const query = `cid=${clickId}&payout=2`;
  const spellings = [
    `/e/${key}?${query}`,
    `//e/${key}?${query}`,
    `/E/${key}/?${query}`,
    `/e/${key}/more?${query}`,
    `/%65/${key}&${query}`,
    `/e%2F${key}?${query}`,
    `e/${key}?${query}`,
    `HTTPS://t.example.com//e/{${key}}?${query}`,
    `https://t.example.com/e/${key}?${query}&back=/e/none`,
  ];
  for (const spelling of spellings) {
    const result = await testIncomingPostback(context, { url: spelling });
    expect([spelling, result.campaign?.id, result.verdict]).toEqual([spelling, mine.campaign.id, 'counted']);
    expect(result.read).toMatchObject({ clickId, payout: '2' });
  }
  for (const other of [`/c/${key}?${query}`, `https://t.example.com/?next=/e/${key}`, `/x/e/${key}?${query}`])
    expect((await testIncomingPostback(context, { url: other })).campaign).toBeNull();
});

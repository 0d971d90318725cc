/** Which calls to a source follow from what networks report of a conversion, and in which order they are made. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { applyInbox } from '../../src/services/attribution/apply-inbox.ts';
import { replayInbox } from '../../src/services/attribution/replay-inbox.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { listPostbacks } from '../../src/services/postbacks/postbacks.ts';
import { recordAttempts } from '../../src/services/postbacks/record-attempts.ts';
import {
  judge,
  makeAttributed,
  openAttributionLab,
  type Attributed,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

/** A campaign with one action that calls so, and a visit of it. */
async function makeTold(postbackOn: string[]) {
  const mine = await makeAttributed(lab);
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

/** Oldest first: what they were told at, and the query without their ids. */
async function calls(mine: Attributed): Promise<string[][]> {
  const { items } = await listPostbacks(mine.context, {});
  return items.toReversed().map(({ id, occasion, ...shown }) => {
    const url = shown.url ?? '';
    expect(new URL(url).searchParams.get('i')).toBe(id);
    return [occasion, url.slice(url.indexOf('?'), url.indexOf('&i='))];
  });
}

test('each status that an action asks for is told once, with what is true then', async () => {
  const { mine, clickId } = await makeTold(['first', 'approved', 'refunded']);
  const base = `cid=${clickId}&event=sale&txid=T1`;
  await judge(lab, mine, `${base}&status=hold&payout=2`);
  await judge(lab, mine, `${base}&status=hold&payout=2`);
  lab.clock.ms += 1_000;
  await judge(lab, mine, `${base}&status=approved&payout=3`);
  lab.clock.ms += 1_000;
  const refund = await judge(lab, mine, `cid=${clickId}&event=chargeback&txid=T1&status=refunded`);
  await judge(lab, mine, `cid=${clickId}&event=chargeback&txid=T1&status=refunded`);
  expect(await calls(mine)).toEqual([
    ['first', '?e=sale&s=hold&p=2&t=T1'],
    ['approved', '?e=sale&s=approved&p=3&t=T1'],
    ['refunded', '?e=sale&s=refunded&p=3&t=T1'],
  ]);
  expect(refund?.changes).toMatchObject([{ postbackId: expect.any(String), noPostback: null }]);
});

test('each change is told, of amounts too, and what asks for nothing more is told once', async () => {
  const [every, once] = [await makeTold(['change']), await makeTold(['first'])];
  for (const { mine, clickId } of [every, once])
    for (const rest of [
      'status=hold&payout=2',
      'payout=4',
      'payout=4',
      'status=rejected',
      'status=approved',
    ]) {
      lab.clock.ms += 1;
      await judge(lab, mine, `cid=${clickId}&event=sale&${rest}`);
    }
  expect((await calls(every.mine)).map(([, query]) => query)).toEqual([
    '?e=sale&s=hold&p=4&t=',
    '?e=sale&s=rejected&p=4&t=',
    '?e=sale&s=approved&p=4&t=',
  ]);
  expect((await calls(once.mine)).map(([occasion]) => occasion)).toEqual(['first']);
  const last = await judge(lab, once.mine, `cid=${once.clickId}&event=sale&status=rejected`);
  expect(last?.changes).toMatchObject([
    { postbackId: null, noPostback: 'The action sends postbacks only for: first.' },
  ]);
});

test('fifty copies of each status at once, on several workers, and a replay make one call for each', async () => {
  const { mine, clickId } = await makeTold(['hold', 'approved', 'refunded']);
  const from = new Date(lab.clock.ms - 1_000).toISOString();
  for (const status of ['hold', 'approved', 'refunded']) {
    lab.clock.ms += 10;
    for (let copy = 0; copy < 50; copy += 1)
      await mine.send(`cid=${clickId}&txid=T&payout=1&status=${status}`);
  }
  await Promise.all(Array.from({ length: 4 }, () => applyInbox(lab.worker, 40)));
  await lab.work();
  const told = (await calls(mine)).map(([occasion]) => occasion);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toContain('refunded');
  const to = new Date(lab.clock.ms + 1_000).toISOString();
  await replayInbox({ ...mine.context, ...lab.worker, actor: mine.context.actor }, { from, to });
  expect((await calls(mine)).map(([occasion]) => occasion)).toEqual(told);
});

test('a later status waits until the earlier one was told or given up, also if both come in one batch', async () => {
  await lab.database.asSystem((executor) => sql`DELETE FROM postback_jobs`.execute(executor));
  const { mine, clickId } = await makeTold(['hold', 'approved', 'refunded']);
  for (const status of ['hold', 'approved', 'refunded']) {
    lab.clock.ms += 1;
    await mine.send(`cid=${clickId}&status=${status}&payout=1`);
  }
  await lab.work();
  expect(await calls(mine)).toHaveLength(3);
  const claimed: string[] = [];
  // Tried again after a failure, delivered, refused for good, delivered.
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

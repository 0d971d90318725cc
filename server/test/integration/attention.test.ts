import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { watchWorkspace } from '../../src/services/alerts/watch-alerts.ts';
import { changeAlertRule, readEffectiveRules } from '../../src/services/attention/alert-rules.ts';
import { findCertificateAttention } from '../../src/services/attention/certificates-attention.ts';
import { listAttention } from '../../src/services/attention/list-attention.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { revokeKey } from '../../src/services/keys/keys.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { resumeHost } from '../../src/services/postbacks/paused-hosts.ts';
import { updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { readAttentionFacts } from '../../src/store/conversions/attention-facts.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';
import { testInstallation } from '../../src/testing/http/api-server.ts';
import {
  sendAndProcess,
  makeAttributionCampaign,
  openAttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { Database } from '../../src/store/database/database.ts';
import { insertInboxRows } from '../../src/store/conversions/inbox.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { makeIncomingRequest } from '../../src/testing/traffic/inbox-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeStoredConversion } from '../../src/testing/attribution/stored-conversion.ts';
import { insertConversions, lockVisits } from '../../src/store/conversions/conversions.ts';
import { findNumbersAttention } from '../../src/services/attention/numbers-attention.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
});

const hourMs = 3_600_000;

async function openWorkspace(store = lightStores[0]): Promise<WorkspaceContext & WithTraffic> {
  return { ...(await makeWorkspace(database)), traffic: openTestTraffic(store) };
}

async function listByKind(context: WorkspaceContext & WithTraffic, kind: AttentionKind) {
  const { items } = await listAttention(context);
  return items.filter((item) => item.kind === kind);
}

test('rejected incoming postbacks are listed for their campaign until they are counted', async () => {
  const context = await openWorkspace();
  const campaign = await makeCampaign(context);
  const requests = [1, 2, 3].map((batchIndex) => ({
    ...makeIncomingRequest({ campaignId: campaign.id }),
    receivedMs: Date.now() - hourMs,
    workspaceId: context.workspaceId,
    batchIndex,
  }));
  await database.asSystem((executor) => insertInboxRows(executor, newId(), requests));
  const setVerdict = (verdict: string) =>
    database.asSystem((executor) =>
      sql`UPDATE inbox SET verdict = ${verdict}, handled_at = now() WHERE workspace_id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
  expect(await listByKind(context, 'unmatched-events')).toEqual([]);
  await setVerdict('no-rule');
  expect(await listByKind(context, 'unmatched-events')).toEqual([
    {
      kind: 'unmatched-events',
      count: 3,
      subject: { type: 'campaign', id: campaign.id, name: 'Campaign' },
      message:
        '3 incoming postbacks rejected in the last 24 hours. None of the campaign’s goal rules matched.',
    },
  ]);
  // The warning is not shown in other workspaces.
  expect(await listByKind(await openWorkspace(), 'unmatched-events')).toEqual([]);
  await setVerdict('counted');
  expect(await listByKind(context, 'unmatched-events')).toEqual([]);
});

test('a paused receiver is listed until it is resumed', async () => {
  const context = await openWorkspace();
  const origin = 'https://ads.example.com';
  await database.asSystem((executor) =>
    sql`INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
      VALUES (${context.workspaceId}, ${origin}, 14, now(), 'connect_timeout', 1, now(), now() + interval '1 hour')`.execute(
      executor,
    ),
  );
  expect(await listByKind(context, 'paused-receiver')).toMatchObject([
    { subject: { type: 'receiver', id: origin }, count: 0 },
  ]);
  await resumeHost(context, { origin });
  expect(await listByKind(context, 'paused-receiver')).toEqual([]);
});

test('at most 20 items of a kind are listed', async () => {
  const context = await openWorkspace();
  const countPaused = async () => (await listByKind(context, 'paused-receiver')).length;
  const pauseNext = (from: number, to: number) =>
    database.asSystem((executor) =>
      sql`INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
        SELECT ${context.workspaceId}, 'https://a' || at || '.example', 14, now(), 'connect', 1, now(), now() + interval '1 hour'
        FROM generate_series(${from}::int, ${to}::int) at`.execute(executor),
    );
  await pauseNext(1, 20);
  expect(await countPaused()).toBe(20);
  await pauseNext(21, 21);
  expect(await countPaused()).toBe(20);
});

test('an offer at its cap is listed until the cap resets', async () => {
  const context = await openWorkspace();
  const offer = await createOffer(context, { name: 'Full', url: 'https://a.example/?c={clickid}' });
  await database.asSystem((executor) =>
    sql`INSERT INTO full_records (workspace_id, record_id, full_until)
      VALUES (${context.workspaceId}, ${offer.id}, now() + interval '2 hours')`.execute(executor),
  );
  expect(await listByKind(context, 'full-offer')).toMatchObject([
    {
      message: 'The offer has reached its cap (resets in 2 hours). Visitors go to the fallback.',
      subject: { type: 'offer', id: offer.id, name: 'Full' },
    },
  ]);
  await database.asSystem((executor) =>
    sql`DELETE FROM full_records WHERE record_id = ${offer.id}`.execute(executor),
  );
  expect(await listByKind(context, 'full-offer')).toEqual([]);
});

test('a path at its cap is listed with its rotator until the cap resets', async () => {
  const context = await openWorkspace();
  const { rotatorId } = await makeCampaign(context);
  const pathId = newId();
  await database.asSystem(async (executor) => {
    await sql`INSERT INTO rotator_paths (id, workspace_id, rotator_id, name, position, created_at, updated_at)
      VALUES (${pathId}, ${context.workspaceId}, ${rotatorId}, 'Narrow', 1, now(), now())`.execute(executor);
    await sql`INSERT INTO full_records (workspace_id, record_id, full_until)
      VALUES (${context.workspaceId}, ${pathId}, now() + interval '2 hours')`.execute(executor);
  });
  expect(await listByKind(context, 'full-path')).toMatchObject([
    {
      message: 'The path Narrow has reached its cap (resets in 2 hours). Visitors go to other paths.',
      subject: { type: 'rotator', id: rotatorId },
    },
  ]);
  await database.asSystem((executor) =>
    sql`UPDATE full_records SET full_until = now() WHERE record_id = ${pathId}`.execute(executor),
  );
  expect(await listByKind(context, 'full-path')).toEqual([]);
});

test('failed postbacks are listed by receiver for a week, in their workspace only', async () => {
  const context = await openWorkspace();
  const { id: campaignId } = await makeCampaign(context);
  const { workspaceId } = context;
  const jobs = [1, 2].map(() => makePostbackJob({ workspaceId, campaignId, url: 'https://gone.example/p' }));
  await database.asSystem((executor) => insertPostbackJobs(executor, jobs));
  expect(await listByKind(context, 'failed-postbacks')).toEqual([]);
  const finish = (ago: string) =>
    database.asSystem((executor) =>
      sql`UPDATE postback_jobs SET state = 'failed', finished_at = now() - ${ago}::interval
        WHERE workspace_id = ${workspaceId}`.execute(executor),
    );
  await finish('1 hour');
  expect(await listByKind(context, 'failed-postbacks')).toMatchObject([
    { count: 2, subject: { type: 'receiver', id: 'https://gone.example' } },
  ]);
  expect(await listByKind(await openWorkspace(), 'failed-postbacks')).toEqual([]);
  await finish('8 days');
  expect(await listByKind(context, 'failed-postbacks')).toEqual([]);
});

test('a key that expires within two weeks is listed until it is revoked', async () => {
  const context = await openWorkspace();
  const { id: keyId } = await makeKey(context);
  expect(await listByKind(context, 'expiring-key')).toEqual([]);
  const soon = { ...context, now: () => new Date(Date.now() + 20 * 24 * hourMs) };
  expect(await listByKind(soon, 'expiring-key')).toMatchObject([{ subject: { type: 'key', id: keyId } }]);
  await revokeKey(context, keyId);
  expect(await listByKind(soon, 'expiring-key')).toEqual([]);
});

test('a configuration warning is listed as soon as the record is saved, until it is fixed', async () => {
  const context = await openWorkspace();
  const { trafficSourceId } = await makeCampaign(context);
  expect(await listByKind(context, 'warning')).toEqual([]);
  const change = (postbackUrl: string | null) =>
    updateTrafficSource(context, trafficSourceId, { postbackUrl });
  await change('https://source.example/?c={nosuchmacro}');
  expect(await listByKind(context, 'warning')).toMatchObject([{ subject: { id: trafficSourceId } }]);
  await change(null);
  expect(await listByKind(context, 'warning')).toEqual([]);
});

test('a misspelled macro saved through the public API is listed before any campaign uses it', async () => {
  const context = await openWorkspace();
  const { id } = await createLanding(context, { name: 'Misspelled', url: 'https://a.example/?c={clickid' });
  await createLanding(context, { name: 'Other macro', url: 'https://a.example/?z={zoneid}' });
  expect(await listByKind(context, 'warning')).toMatchObject([
    {
      subject: { type: 'landing', id },
      message: '{clickid has no closing brace, so it is sent unchanged: write {clickid}',
    },
  ]);
});

test('a campaign that ignores the cost its source sends is listed until its cost model is auto', async () => {
  const context = await openWorkspace();
  const { id, trafficSourceId } = await makeCampaign(context);
  await updateTrafficSource(context, trafficSourceId, { costParam: 'bid' });
  expect(await listByKind(context, 'warning')).toMatchObject([
    { subject: { type: 'campaign', id }, message: expect.stringContaining('"bid"') as unknown },
  ]);
  await updateCampaign(context, id, { cost: { mode: 'cpv', amount: 1 } });
  expect(await listByKind(context, 'warning')).toHaveLength(1);
  await updateCampaign(context, id, { cost: { mode: 'auto' } });
  expect(await listByKind(context, 'warning')).toEqual([]);
});

test('a campaign with visits but no recent conversions is listed until a conversion arrives', async () => {
  const lab = await openAttributionLab();
  const mine = await makeAttributionCampaign(lab);
  const context = { ...mine.context, traffic: lab.traffic, now: () => new Date(lab.clock.ms) };
  const convert = async () => {
    const { clickId } = await mine.visit();
    await sendAndProcess(lab, mine, `cid=${clickId}&payout=1`);
  };
  for (let sold = 0; sold < 5; sold += 1) await convert();
  expect(await listByKind(context, 'lost-conversions')).toEqual([]);
  await lab.database.asSystem((executor) =>
    sql`UPDATE conversions SET received_at = received_at - interval '30 hours'
      WHERE workspace_id = ${mine.workspaceId}`.execute(executor),
  );
  expect(await listByKind(context, 'lost-conversions')).toMatchObject([
    { subject: { id: mine.campaign.id } },
  ]);
  await convert();
  expect(await listByKind(context, 'lost-conversions')).toEqual([]);
  await lab.close();
});

test('the attention list does not count conversions from test visits', async () => {
  const lab = await openAttributionLab();
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit({ tags: "['waypost-test']" });
  const { clickId: other } = await mine.visit();
  for (const cid of [clickId, other]) await sendAndProcess(lab, mine, `cid=${cid}&payout=1`);
  const { campaigns } = await lab.database.asSystem((executor) =>
    readAttentionFacts(executor, mine.workspaceId, { now: new Date(lab.clock.ms), settled: [] }),
  );
  expect(campaigns).toMatchObject([{ id: mine.campaign.id, conversions: 1 }]);
  await lab.close();
});

describeLightStores('the attention list with traffic in %s', (store) => {
  test('lists a campaign that lost its traffic, unless it is paused', async () => {
    const context = await openWorkspace(store);
    const campaign = await makeCampaign(context);
    const hoursAgo = [...Array.from({ length: 30 }, () => 25), 6.5, 30.5];
    await insertEventRows(
      openTestTraffic(store),
      hoursAgo.map((hours) => {
        const id = newId();
        return {
          type: 'visit',
          workspace_id: context.workspaceId,
          campaign_id: campaign.id,
          id,
          visit_id: id,
          visits: 1,
          time: Date.now() - hours * hourMs,
        };
      }),
    );
    expect(await listByKind(context, 'lost-traffic')).toMatchObject([
      {
        subject: { id: campaign.id },
        message: '0 visits in the last 6 hours, compared with 30 in the same hours of the previous day.',
      },
    ]);
    await database.asSystem((executor) =>
      sql`UPDATE campaigns SET status = 'paused' WHERE id = ${campaign.id}`.execute(executor),
    );
    expect(await listByKind(context, 'lost-traffic')).toEqual([]);
  });
});

test('the threshold of an alert rule has a range and a unit', async () => {
  const context = await makeWorkspace(database);
  const set = (kind: AttentionKind, threshold: number) =>
    changeAlertRule(context, kind, { isOn: true, threshold });
  for (const threshold of [1, 90])
    expect(await set('expiring-key', threshold)).toMatchObject({ threshold, isChanged: true });
  for (const threshold of [0, 91])
    await expect(set('expiring-key', threshold)).rejects.toThrow('must be between 1 and 90');
  await expect(set('expiring-key', 1.5)).rejects.toThrow('must be a whole number');
  await expect(set('paused-receiver', 1)).rejects.toThrow('is not supported by this rule');
  expect(await set('spend-without-conversions', 12.5)).toMatchObject({ threshold: 12.5 });
});

test('setting an alert rule to its default values changes nothing, and each actual change is recorded once', async () => {
  const context = await makeWorkspace(database);
  const change = (input: object) => changeAlertRule(context, 'expiring-key', input);
  const countAudited = async () =>
    (await listActions(context, context.workspaceId)).filter((action) => action === 'alert-rule.update')
      .length;
  expect(await change({ isOn: true, threshold: 14 })).toMatchObject({ isChanged: false });
  expect(await countAudited()).toBe(0);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await change({ isOn: false, threshold: 14 })).toMatchObject({ isOn: false, isChanged: true });
  expect(await countAudited()).toBe(1);
  expect(await change({ isOn: false, threshold: 20 })).toMatchObject({ threshold: 20 });
  expect(await countAudited()).toBe(2);
});

test('the certificate of a domain is listed with its domain from two weeks before it expires', async () => {
  const now = new Date('2026-11-16T09:00:00Z');
  const context = await makeWorkspace(database, () => now);
  const host = `${newId()}.example.com`;
  const { id } = await createDomain(context, { host });
  await recordDomainCheck(context, id, { verified: true });
  const rules = await readEffectiveRules(context);
  const find = (end: Date | 'refused' | undefined) =>
    findCertificateAttention(
      { ...context, installation: testInstallation, readCertificate: () => Promise.resolve(end) },
      rules,
    );
  const inTwoWeeks = now.getTime() + 14 * 24 * hourMs;
  expect(await find(new Date(inTwoWeeks))).toEqual([]);
  expect(await find(undefined)).toEqual([]);
  const subject = { type: 'domain', id, name: host };
  for (const end of [new Date(inTwoWeeks - 1), 'refused'] as const)
    expect(await find(end)).toMatchObject([{ key: host, subject }]);
});

test('spend alerts start at their threshold, and conversion rates are compared from 100 earlier conversions', async () => {
  const context = await openWorkspace();
  const end = Math.floor(Date.now() / hourMs) * hourMs;
  const addDay = async (campaignId: string, day: number, sums: { visits: number; cost?: string }) => {
    const [id, time] = [newId(), end - day * 24 * hourMs - hourMs];
    const visit = { workspace_id: context.workspaceId, campaign_id: campaignId, id, visit_id: id, time };
    await insertEventRows(context.traffic, [{ type: 'visit', ...visit, ...sums }]);
    return time;
  };
  const convert = async (campaignId: string, receivedMs: number, count: number) => {
    const conversions = Array.from({ length: count }, () =>
      makeStoredConversion({ workspaceId: context.workspaceId, campaignId, receivedMs }),
    );
    await database.asSystem(async (executor) => {
      await lockVisits(executor, conversions);
      await insertConversions(executor, conversions, new Date());
    });
  };
  const addRate = async (earlierConversions: number) => {
    const { id } = await makeCampaign(context);
    for (let day = 1; day <= 10; day += 1)
      await convert(id, await addDay(id, day, { visits: 10 }), day === 1 ? earlierConversions - 90 : 10);
    await convert(id, await addDay(id, 0, { visits: 100 }), 1);
    return id;
  };
  const [cheap, costly] = [await makeCampaign(context), await makeCampaign(context)];
  await addDay(cheap.id, 0, { visits: 1, cost: '49.99' });
  await addDay(costly.id, 0, { visits: 1, cost: '50' });
  await addRate(99);
  const rated = await addRate(100);
  const found = await findNumbersAttention(context, await readEffectiveRules(context));
  expect(found?.map(({ kind, subject }) => [kind, subject?.id])).toEqual([
    ['spend-without-conversions', costly.id],
    ['unusual-conversion-rate', rated],
  ]);
});

test('the attention list is marked as incomplete while the traffic store is unavailable', async () => {
  const context = { ...(await makeWorkspace(database)), traffic: openUnreachableTraffic() };
  expect(await listAttention(context)).toMatchObject({ isComplete: false });
});

test('metrics and certificates are checked at separate intervals, and each check time is stored', async () => {
  const context = await openWorkspace();
  const startMs = Date.now();
  let watched = { numbersAt: null as Date | null, certificatesAt: null as Date | null };
  const checkAfter = async (passedMs: number) => {
    const now = () => new Date(startMs + passedMs);
    const worker = { type: 'system', label: 'worker' } as const;
    const readCertificate = () => Promise.resolve(undefined);
    const tools = { readCertificate, installation: testInstallation };
    await watchWorkspace({ ...context, ...tools, actor: worker, now }, watched);
    const { rows } = await database.asSystem((executor) =>
      sql<typeof watched>`SELECT numbers_at AS "numbersAt", certificates_at AS "certificatesAt"
        FROM alert_watches WHERE workspace_id = ${context.workspaceId}`.execute(executor),
    );
    watched = rows[0] ?? watched;
    return [watched.numbersAt, watched.certificatesAt].map((at) =>
      at === null ? null : at.getTime() - startMs,
    );
  };
  const [numbersEveryMs, certificatesEveryMs] = [hourMs, 6 * hourMs];
  expect(await checkAfter(0)).toEqual([0, 0]);
  expect(await checkAfter(numbersEveryMs - 1)).toEqual([0, 0]);
  expect(await checkAfter(numbersEveryMs)).toEqual([numbersEveryMs, 0]);
  expect(await checkAfter(certificatesEveryMs)).toEqual([certificatesEveryMs, certificatesEveryMs]);
});

import type { ListPage } from '@waypost/contract/api/paging.ts';
import type { PausedHost, Postback, PostbackPage, Receiver } from '@waypost/contract/postbacks/postbacks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { retryPostback } from '../../src/services/postbacks/postbacks.ts';
import { Database } from '../../src/store/database/database.ts';
import { savePostbackHosts } from '../../src/store/postbacks/postback-hosts.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { recordPostbackAttempts, type RecordedAttempt } from '../../src/store/postbacks/postback-queues.ts';
import { makePostbackHost, makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let api: ApiServer;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

async function makeSide() {
  const context = await makeWorkspace(database);
  const { workspaceId } = context;
  const campaign = await makeCampaign(context);
  const session = await makeSession(context, 'member');
  const add = async (url: string, campaignId = campaign.id) => {
    const job = makePostbackJob({ workspaceId, campaignId, url });
    await database.asSystem((executor) => insertPostbackJobs(executor, [job]));
    return job;
  };
  const ask = async <Data>(method: string, path: string, body?: unknown) => {
    const { status, raw } = await api.ask({ session, method, path, ...(body === undefined ? {} : { body }) });
    return { status, data: (JSON.parse(raw) as { data: Data }).data, raw };
  };
  return { context, session, campaign, add, ask };
}

async function recordResult(id: string, result: Partial<RecordedAttempt>): Promise<void> {
  const now = new Date();
  const claimed = await claimPostbacks(
    { database, actor: { type: 'system', label: 'w' }, now: () => now },
    1_000,
  );
  const { claim } = claimed.find((job) => job.id === id) ?? { claim: newId() };
  const attempt = { id, claim, step: 1, nextAt: now, at: now, status: null, error: null };
  await database.asSystem((executor) =>
    recordPostbackAttempts(executor, [{ ...attempt, state: 'delivered', ...result }]),
  );
}

test('postbacks are listed newest first, by campaign and by state, in pages', async () => {
  const side = await makeSide();
  const other = await makeCampaign(side.context);
  const first = await side.add('https://a.example.com/?n=1');
  const second = await side.add('https://b.example.com/?n=2');
  const third = await side.add('https://b.example.com/?n=3', other.id);
  await recordResult(first.id, { state: 'failed', status: 404 });
  const list = async (query = '') => (await side.ask<PostbackPage>('GET', `/postbacks${query}`)).data;
  expect((await list()).items.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  expect((await list(`?campaignId=${other.id}`)).items.map(({ id }) => id)).toEqual([third.id]);
  const failed = (await list('?state=failed')).items;
  expect(failed).toMatchObject([
    {
      id: first.id,
      url: first.url,
      origin: 'https://a.example.com',
      attempts: 1,
      lastStatus: 404,
      nextAt: null,
    },
  ]);
  const viewer = await makeSession(side.context, 'viewer');
  const shown = await api.ask({ session: viewer, method: 'GET', path: '/postbacks?state=failed' });
  expect(shown.body.data).toMatchObject({ items: [{ id: first.id, url: null }] });
  const page = await list('?limit=2');
  expect(page.meta).toMatchObject({ limit: 2, count: 2, total: null });
  expect((await list(`?limit=2&cursor=${page.meta.nextCursor}`)).items.map(({ id }) => id)).toEqual([
    first.id,
  ]);
});

test('retrying a finished postback keeps its ID and restarts its retry schedule', async () => {
  const side = await makeSide();
  const job = await side.add('https://a.example.com/');
  await recordResult(job.id, { state: 'failed', step: 14, status: 503 });
  const { status, data } = await side.ask<Postback>('POST', `/postbacks/${job.id}/retry`);
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: job.id, state: 'waiting', attempts: 1, finishedAt: null });
  expect(Date.parse(data.nextAt ?? '')).toBeLessThanOrEqual(Date.now());
  const { rows } = await database.asSystem((executor) =>
    sql<{ giveUpAt: Date }>`SELECT give_up_at AS "giveUpAt" FROM postback_jobs WHERE id = ${job.id}`.execute(
      executor,
    ),
  );
  expect(rows[0]?.giveUpAt.getTime()).toBeGreaterThan(Date.now());
  const log = await api.ask({
    session: await makeSession(side.context, 'owner'),
    method: 'GET',
    path: `/audit-log?subjectId=${job.id}`,
  });
  expect(log.raw).toContain('postback.retry');
});

test('retrying a postback that is being sent does not send it twice', async () => {
  const side = await makeSide();
  const job = await side.add('https://a.example.com/');
  const context = { database, actor: { type: 'system', label: 'w' } as const, now: () => new Date() };
  expect(await claimPostbacks(context, 0)).toEqual([]);
  expect((await claimPostbacks(context, 1_000)).map(({ id }) => id)).toContain(job.id);
  const { data } = await side.ask<Postback>('POST', `/postbacks/${job.id}/retry`);
  expect(Date.parse(data.nextAt ?? '')).toBeGreaterThan(Date.now());
});

test('postbacks and receivers in another workspace are not found', async () => {
  const [mine, foreign] = [await makeSide(), await makeSide()];
  const job = await foreign.add('https://a.example.com/');
  await database.asSystem((executor) => savePostbackHosts(executor, [makePostbackHost(job)]));
  await expect(retryPostback(mine.context, 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const missing = await mine.ask('POST', `/postbacks/${newId()}/retry`);
  const foreignJob = await mine.ask('POST', `/postbacks/${job.id}/retry`);
  expect(missing.status).toBe(404);
  const withoutId = (raw: string) => raw.replace(/"requestId":"[^"]*"/, '');
  expect(withoutId(foreignJob.raw)).toBe(withoutId(missing.raw));
  expect((await mine.ask<PostbackPage>('GET', '/postbacks')).data.items).toEqual([]);
  expect((await mine.ask<ListPage<PausedHost>>('GET', '/postbacks/hosts')).data.items).toEqual([]);
  const { data } = await mine.ask('POST', '/postbacks/hosts/resume', { origin: job.origin });
  expect(data).toEqual({ resumed: false });
  expect((await foreign.ask<ListPage<PausedHost>>('GET', '/postbacks/hosts')).data.items).toHaveLength(1);
});

test('a paused receiver is listed with its backlog and can be resumed', async () => {
  const side = await makeSide();
  const job = await side.add('https://a.example.com/?n=1');
  await side.add('https://a.example.com/?n=2');
  await database.asSystem((executor) => savePostbackHosts(executor, [makePostbackHost(job)]));
  const context = { database, actor: { type: 'system', label: 'w' } as const, now: () => new Date() };
  const isOwn = ({ workspaceId }: { workspaceId: string }) => workspaceId === side.context.workspaceId;
  expect((await claimPostbacks(context, 1_000)).filter(isOwn)).toEqual([]);
  expect((await side.ask<ListPage<PausedHost>>('GET', '/postbacks/hosts')).data.items).toMatchObject([
    { origin: 'https://a.example.com', reason: 'connect', failures: 10, waiting: 2 },
  ]);
  const resume = () => side.ask('POST', '/postbacks/hosts/resume', { origin: job.origin });
  expect((await resume()).data).toEqual({ resumed: true });
  expect((await resume()).data).toEqual({ resumed: false });
  expect((await claimPostbacks(context, 1_000)).filter(isOwn)).toHaveLength(2);
});

test('a manually paused receiver keeps its postbacks waiting while others are sent', async () => {
  const side = await makeSide();
  const [pausedJob, otherJob] = [
    await side.add('https://a.example.com/'),
    await side.add('https://b.example.com/'),
  ];
  const paused = await side.ask<PausedHost>('POST', '/postbacks/hosts/pause', {
    origin: pausedJob.origin,
    minutes: 60,
  });
  expect(paused.data).toMatchObject({
    origin: pausedJob.origin,
    reason: 'paused_by_hand',
    failures: 1,
    waiting: 1,
  });
  const { pausedAt, pausedUntil } = paused.data;
  expect(Date.parse(pausedUntil) - Date.parse(pausedAt)).toBe(3_600_000);
  const context = { database, actor: { type: 'system', label: 'w' } as const, now: () => new Date() };
  const claimed = await claimPostbacks(context, 1_000);
  expect(claimed.filter(({ workspaceId }) => workspaceId === side.context.workspaceId)).toMatchObject([
    { id: otherJob.id },
  ]);
  expect((await side.ask<ListPage<Receiver>>('GET', '/postbacks/receivers')).data.items).toMatchObject([
    { origin: pausedJob.origin, waiting: 1, delivered: 0, failed: 0, reason: 'paused_by_hand' },
    { origin: otherJob.origin, waiting: 1, pausedUntil: null, reason: null },
  ]);
  const otherSide = await makeSide();
  expect((await otherSide.ask<ListPage<Receiver>>('GET', '/postbacks/receivers')).data.items).toEqual([]);
  const { status } = await side.ask('POST', '/postbacks/hosts/pause', {
    origin: 'a.example.com',
    minutes: 60,
  });
  expect(status).toBe(400);
});

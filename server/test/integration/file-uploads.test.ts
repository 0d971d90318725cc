/** Files that come as forms: read as they come, told of while they are read, and line by line afterwards. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CostEntry, CostPage } from '@waypost/contract/costs.ts';
import type { UndoneUpload, Upload, UploadLinePage, UploadPage } from '@waypost/contract/file-uploads.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { makeContext, systemActor } from '../../src/services/context.ts';
import { purgeUploads } from '../../src/services/file-uploads/uploads.ts';
import { takenLine } from '../../src/services/uploads/upload-progress.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
import { beginUpload, saveUploadLines } from '../../src/store/uploads/uploads.ts';
import {
  makeAttributed,
  openAttributionLab,
  type Attributed,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { makeApiServer, testSecrets, type ApiServer } from '../../src/testing/http/api-server.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const directory = makeDataDirectory();
let lab: AttributionLab;
let api: ApiServer;
let origin: string;
let owner: Attributed;
let session: string;

beforeAll(async () => {
  lab = await openAttributionLab();
  api = await makeApiServer(lab.database, directory);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`;
  owner = await makeAttributed(lab);
  session = await makeSession(owner.context, 'member');
});

afterAll(async () => {
  await api.server.close();
  await lab.close();
  removeDataDirectory(directory);
});

/** The click id of a new visit, as this server writes them. */
async function visit(options: { ageMs?: number } = {}): Promise<string> {
  const { visitId } = await owner.visit({}, options);
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const { clickIds } = provideEventTools(lab.traffic, testSecrets, logger);
  return clickIds?.encode(visitId, owner.number) ?? '';
}

async function ask<Data>(method: string, path: string, body?: unknown, as = session) {
  const answer = await api.ask({ session: as, method, path, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, data: answer.body.data as Data, error: answer.body.error };
}

async function begin(body: object): Promise<string> {
  const { status, data } = await ask<Upload>('POST', '/uploads', { fileName: 'f.csv', ...body });
  expect([status, data.state]).toEqual([201, 'waiting']);
  return data.id;
}

const boundary = 'between-the-parts';
const head = (name = 'file') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f.csv"\r\ncontent-type: text/csv\r\n\r\n`;
const foot = `\r\n--${boundary}--\r\n`;

/** A request whose body is written by hand, so that it can stop in the middle. */
function open(id: string, as = session, workspaceId = owner.workspaceId) {
  const sending = httpRequest(`${origin}/panel/api/workspaces/${workspaceId}/uploads/${id}/file`, {
    method: 'PUT',
    headers: {
      cookie: `waypost=${as}`,
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  type Answer = { status: number; headers: IncomingHttpHeaders; body: { data: Upload } };
  const answer = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(Buffer.concat(pieces).toString()) as { data: Upload },
        }),
      );
    });
  });
  answer.catch(() => undefined);
  return { sending, answer };
}

async function send(id: string, csv: string, as = session) {
  const { sending, answer } = open(id, as);
  sending.end(head() + csv + foot);
  return await answer;
}

test('conversions of a file count, columns mean what they are said to mean, and each line tells its fate', async () => {
  const clickId = await visit();
  const id = await begin({ kind: 'conversions', columns: { Ref: 'clickId', Won: 'amount', Memo: null } });
  const { status, body } = await send(id, `Ref,Won,Memo\n${clickId},2.50,x\nnonsense,1,y\n`);
  expect([status, body.data]).toMatchObject([
    200,
    {
      state: 'done',
      progress: { lines: 2, taken: 1, refused: 1 },
      counts: { counted: 1 },
      failure: null,
      canUndo: false,
    },
  ]);
  const { data: lines } = await ask<UploadLinePage>('GET', `/uploads/${id}/lines`);
  expect(lines.items).toMatchObject([
    { line: 2, fate: 'taken', verdict: 'counted', message: null },
    { line: 3, fate: 'refused', recordId: null },
  ]);
  // Nobody has named an address to call.
  expect(lines.items[0]?.noPostback).toContain('postback URL');
  const { data: refused } = await ask<UploadLinePage>('GET', `/uploads/${id}/lines?fate=refused&limit=1`);
  expect(refused.items.map(({ line }) => line)).toEqual([3]);
  const { data: all } = await ask<UploadPage>('GET', '/uploads?kind=conversions');
  expect(all.items.map((one) => one.id)).toContain(id);
});

test('a trial of a file does nothing and tells the same', async () => {
  const clickId = await visit();
  const csv = `cid,payout\n${clickId},1\n`;
  const tried = await send(await begin({ kind: 'conversions', dryRun: true }), csv);
  expect(tried.body.data).toMatchObject({ state: 'done', dryRun: true, counts: { counted: 1 } });
  const done = await send(await begin({ kind: 'conversions' }), csv);
  expect(done.body.data.counts).toEqual({ counted: 1 });
  const again = await send(await begin({ kind: 'conversions' }), csv);
  expect(again.body.data).toMatchObject({ state: 'done', progress: { lines: 1, taken: 0 } });
});

test('what is no file of its kind fails, and says why; what is no form is refused', async () => {
  const wrong = await send(await begin({ kind: 'costs' }), 'a,b\n1,2\n');
  expect(wrong.body.data).toMatchObject({ state: 'failed', failure: { reason: 'unreadable' } });
  expect(wrong.body.data.failure?.message).toContain('Missing column: campaign');
  const unmapped = await send(
    await begin({ kind: 'costs', columns: { Nowhere: 'amount' } }),
    'campaign\nx\n',
  );
  expect(unmapped.body.data.failure?.message).toContain('Column to rename not found: Nowhere');
  const id = await begin({ kind: 'costs' });
  expect((await ask('PUT', `/uploads/${id}/file`, { csv: 'x' })).status).toBe(400);
  const { sending, answer } = open(id);
  sending.end(head('other') + 'x' + foot);
  expect((await answer).status).toBe(400);
  // Neither was its file.
  expect((await ask<Upload>('GET', `/uploads/${id}`)).data.state).toBe('waiting');
});

test.each([
  ['a second file', 'file'],
  ['a file of another name', 'other'],
])('a form with %s fails and says so', async (_, name) => {
  const clickId = await visit();
  const id = await begin({ kind: 'conversions' });
  const { sending, answer } = open(id);
  const csv = `cid,payout\n${clickId},1\n`;
  sending.end(`${head()}${csv}\r\n${head(name)}${csv}${foot}`);
  const { data } = (await answer).body;
  expect(data).toMatchObject({
    state: 'failed',
    failure: { reason: 'several-files' },
    progress: { taken: 0 },
  });
  expect(data.failure?.message).toContain('more than one file');
});

test('costs of a file can be taken back, once', async () => {
  const day = await dayWithVisits();
  const id = await begin({ kind: 'costs' });
  const stranger = (await makeAttributed(lab)).campaign.id;
  const csv = `campaign,from,amount\n${owner.campaign.id},${day},1\nNo such,${day},1\n${stranger},${day},1\n`;
  const { body } = await send(id, csv);
  expect(body.data).toMatchObject({ counts: { entered: 1, 'unknown-campaign': 2 }, canUndo: true });
  const { data: lines } = await ask<UploadLinePage>('GET', `/uploads/${id}/lines?fate=taken`);
  expect(lines.items[0]?.recordId).toEqual(expect.any(String));
  const { data } = await ask<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 1, kept: 0, upload: { canUndo: false } });
  expect(data.upload.undoneAt).toEqual(expect.any(String));
  expect((await ask('POST', `/uploads/${id}/undo`)).error?.details).toMatchObject({
    reason: 'nothing-to-undo',
  });
});

/** The day of visits that are two days old, in the clocks of the workspace, where it may be the day after. */
async function dayWithVisits(): Promise<string> {
  const ageMs = 2 * 86_400_000;
  await visit({ ageMs });
  return new Date(lab.clock.ms - ageMs).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
}

async function statusesOf(entries: (string | null | undefined)[]): Promise<string[]> {
  const { data } = await ask<CostPage>('GET', '/costs?limit=500');
  return entries.map((id) => data.items.find((entry) => entry.id === id)?.status ?? 'unknown');
}

/** As many lines more of an upload, each with a correction like that of its first. */
async function lengthen(uploadId: string, count: number): Promise<void> {
  await lab.database.asSystem((executor) =>
    sql`WITH made AS (
        INSERT INTO cost_entries (id, workspace_id, campaign_id, from_at, until_at, tokens, mode, amount, currency,
          original_amount, original_currency, actor_type, actor_id, actor_label, created_at)
        SELECT gen_random_uuid(), entry.workspace_id, campaign_id, from_at, until_at, tokens, mode, amount, currency,
          original_amount, original_currency, actor_type, actor_id, actor_label, created_at
        FROM cost_entries AS entry JOIN upload_lines ON record_id = entry.id, generate_series(1, ${count})
        WHERE upload_id = ${uploadId} AND line = 2
        RETURNING id, workspace_id, place
      )
      INSERT INTO upload_lines (workspace_id, upload_id, line, fate, verdict, record_id)
      SELECT workspace_id, ${uploadId}, 3 + row_number() OVER (ORDER BY place), 'taken', 'entered', id FROM made`.execute(
      executor,
    ),
  );
}

test('a whole file is taken back with what its own lines have replaced, but not what came after it has', async () => {
  const day = await dayWithVisits();
  const campaign = owner.campaign.id;
  const id = await begin({ kind: 'costs' });
  const csv = `campaign,from,amount,mode\n${campaign},${day},1,correct\n${campaign},${day},7,replace\n`;
  const { body } = await send(id, csv);
  expect(body.data).toMatchObject({ counts: { entered: 2 }, canUndo: true });
  await lengthen(id, 230);
  const { data: made } = await ask<UploadLinePage>('GET', `/uploads/${id}/lines?fate=taken&limit=500`);
  const entries = made.items.map(({ recordId }) => recordId);
  const later = { campaign, from: day, to: day, amount: '3', mode: 'replace' };
  const { data: over } = await ask<CostEntry>('POST', '/costs', later);
  const { data: kept } = await ask<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(kept).toMatchObject({ withdrawn: 0, kept: 232, upload: { canUndo: true, undoneAt: null } });
  expect(new Set(await statusesOf(entries))).toEqual(new Set(['pending']));
  await ask('POST', `/costs/${over.id}/withdraw`);
  const { data } = await ask<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 232, kept: 0, upload: { canUndo: false } });
  expect(new Set(await statusesOf(entries))).toEqual(new Set(['withdrawing']));
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ lines: number }>`SELECT count(*)::int AS lines FROM audit_log
      WHERE workspace_id = ${owner.workspaceId} AND action = 'cost.withdraw'
        AND subject_id IN (SELECT unnest(${entries}::uuid[]))`.execute(executor),
  );
  expect(rows[0]?.lines).toBe(232);
});

/** An upload whose process was killed so long ago, after it had done a line. */
async function stoppedUpload(minutesAgo: number, fileName: string): Promise<string> {
  const id = await begin({ kind: 'conversions', fileName });
  const { workspaceId } = owner;
  const now = new Date(Date.now() - minutesAgo * 60_000);
  await lab.database.inWorkspace(workspaceId, async (executor) => {
    await beginUpload(executor, workspaceId, id, { now, atOnceMax: 100, stalledSince: now });
    const lines = [takenLine(2, 'counted')];
    await saveUploadLines(executor, workspaceId, id, { bytes: 40, counts: { counted: 1 }, lines, now });
  });
  return id;
}

test('an upload whose process was killed is shown and found as stopped, with what it has done, and takes no file again', async () => {
  const id = await stoppedUpload(11, 'killed.csv');
  const young = await stoppedUpload(9, 'busy.csv');
  expect((await ask<Upload>('GET', `/uploads/${young}`)).data).toMatchObject({
    state: 'reading',
    failure: null,
  });
  expect((await ask<Upload>('GET', `/uploads/${id}`)).data).toMatchObject({
    state: 'failed',
    failure: { reason: 'stopped', message: expect.stringContaining('Upload it again') },
    progress: { bytes: 40, lines: 1, taken: 1, refused: 0 },
  });
  const again = await send(id, 'cid\nx\n');
  expect([again.status, again.body]).toMatchObject([
    409,
    { error: { details: { reason: 'file-came-already' } } },
  ]);
  const listed = async (query: string) =>
    (await ask<UploadPage>('GET', `/uploads?${query}`)).data.items.map(({ fileName }) => fileName);
  // Found as it is shown, whatever is kept of it.
  expect(await listed('state=failed&q=KILL')).toEqual(['killed.csv']);
  expect(await listed('state=reading')).toEqual(['busy.csv']);
  expect(await listed('state=reading&kind=costs')).toEqual([]);
  expect(await listed('q=%25')).toEqual([]);
  expect(await listed('state=waiting&q=killed')).toEqual([]);
  const { data: counted } = await ask<UploadPage>('GET', '/uploads?state=failed&q=killed');
  expect(counted.meta.total).toBe(1);
  expect((await ask('GET', '/uploads?state=stopped')).error?.details).toMatchObject({
    issues: [{ path: 'state', message: 'must be waiting, reading, done or failed' }],
  });
});

test('a workspace has four files read at once, and others are told to come back', async () => {
  const other = await makeAttributed(lab);
  const as = await makeSession(other.context, 'member');
  const mine = async () =>
    (await ask<Upload>('POST', '/uploads', { kind: 'costs', fileName: 'f.csv', dryRun: true }, as)).data.id;
  const place = other.workspaceId;
  const sent = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const id = await mine();
      const one = open(id, as, place);
      one.sending.write(`${head()}campaign,from,amount\n`);
      await expect
        .poll(async () => (await ask<Upload>('GET', `/uploads/${id}`, undefined, as)).data.state, {
          timeout: hangLimitMs,
        })
        .toBe('reading');
      return one;
    }),
  );
  const fifth = await mine();
  const refused = open(fifth, as, place);
  refused.sending.end(`${head()}campaign,from,amount\n${foot}`);
  const { status, headers, body } = await refused.answer;
  expect([status, headers['retry-after'], body]).toMatchObject([
    429,
    '10',
    { error: { code: 'RATE_LIMITED', details: { reason: 'too-many-uploads', retryAfter: 10 } } },
  ]);
  expect((await ask<Upload>('GET', `/uploads/${fifth}`, undefined, as)).data.state).toBe('waiting');
  sent[0]?.sending.end(`x,2026-06-15,1\n${foot}`);
  expect((await sent[0]?.answer)?.status).toBe(200);
  const taken = open(fifth, as, place);
  taken.sending.end(`${head()}campaign,from,amount\nx,2026-06-15,1\n${foot}`);
  expect((await taken.answer).status).toBe(200);
  for (const { sending, answer } of sent.slice(1)) {
    sending.end(`x,2026-06-15,1\n${foot}`);
    expect((await answer).status).toBe(200);
  }
});

test('what became of a file is forgotten after 90 days, with all its lines, and nothing younger', async () => {
  const old = await stoppedUpload(0, 'old.csv');
  const young = await stoppedUpload(0, 'young.csv');
  const age = async (id: string, days: number) =>
    await lab.database.asSystem((executor) =>
      sql`UPDATE uploads SET created_at = now() - make_interval(days => ${days}) WHERE id = ${id}`.execute(
        executor,
      ),
    );
  await age(old, 91);
  await age(young, 89);
  const context = makeContext(lab.database, systemActor('purge'));
  expect(await purgeUploads(context)).toBe(1);
  expect(await purgeUploads(context)).toBe(0);
  const lines = async (id: string) =>
    await lab.database.asSystem(
      async (executor) =>
        (await sql`SELECT 1 FROM upload_lines WHERE upload_id = ${id}`.execute(executor)).rows.length,
    );
  expect([await lines(old), await lines(young)]).toEqual([0, 1]);
  expect((await ask('GET', `/uploads/${old}`)).status).toBe(404);
  expect((await ask('GET', `/uploads/${young}`)).status).toBe(200);
});

test('a file is read no faster than its lines are done, however large it is', async () => {
  const id = await begin({ kind: 'conversions', dryRun: true });
  const { sending, answer } = open(id);
  sending.write(head() + 'cid,note\n');
  // Lines of 8 KB: what counts is the size of the file, not how long each group takes.
  const piece = `nonsense,${'x'.repeat(8_000)}\n`.repeat(125);
  const pieces = 32;
  let sent = 0;
  let aheadMax = 0;
  for (let at = 0; at < pieces; at += 1) {
    const isFull = !sending.write(piece);
    sent += piece.length;
    if (isFull) await new Promise((resolve) => void sending.once('drain', resolve));
    if (at % 4 === 3) {
      const { data } = await ask<Upload>('GET', `/uploads/${id}`);
      expect(data.state).toBe('reading');
      aheadMax = Math.max(aheadMax, sent - data.progress.bytes);
    }
  }
  sending.end(foot);
  const { body } = await answer;
  expect(body.data).toMatchObject({ state: 'done', progress: { lines: 125 * pieces, taken: 0 } });
  expect(body.data.progress.bytes).toBeGreaterThan(30_000_000);
  // A group of lines and what the two sockets hold, and never the file: it would be ahead by all of it.
  expect(aheadMax).toBeLessThan(16_000_000);
});

test('a connection that breaks off leaves what was done, and an upload that says so', async () => {
  const id = await begin({ kind: 'conversions', dryRun: true });
  const { sending } = open(id);
  sending.write(`${head()}cid\n${'nonsense\n'.repeat(20_000)}`);
  const read = async () => (await ask<Upload>('GET', `/uploads/${id}`)).data;
  const poll = { timeout: hangLimitMs };
  await expect.poll(async () => (await read()).progress.lines, poll).toBeGreaterThan(0);
  sending.destroy();
  await expect.poll(async () => (await read()).state, poll).toBe('failed');
  const { failure, progress, endedAt } = await read();
  expect(failure?.reason).toBe('cut-off');
  expect(progress.lines).toBeGreaterThan(0);
  expect(endedAt).not.toBeNull();
});

test('of two who send its file one is heard, and strangers find nothing', async () => {
  const id = await begin({ kind: 'conversions', dryRun: true });
  const both = await Promise.all([send(id, 'cid\nx\n'), send(id, 'cid\nx\n')]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect((await ask<Upload>('GET', `/uploads/${id}`)).data.progress.lines).toBe(1);
  const stranger = await makeSession((await makeAttributed(lab)).context, 'owner');
  for (const [method, path] of [
    ['GET', `/uploads/${id}`],
    ['GET', `/uploads/${id}/lines`],
    ['POST', `/uploads/${id}/undo`],
  ] as const)
    expect((await ask(method, path, undefined, stranger)).status).toBe(404);
  expect((await send(id, 'cid\nx\n', stranger)).status).toBe(404);
});

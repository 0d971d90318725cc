import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CostEntry, CostPage } from '@waypost/contract/conversions/costs.ts';
import type {
  UndoneUpload,
  Upload,
  UploadLinePage,
  UploadPage,
} from '@waypost/contract/conversions/file-uploads.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { makeContext, systemActor } from '../../src/services/context.ts';
import { FileTooLarge, receiveUpload } from '../../src/services/uploads/receive-upload.ts';
import { getUpload, listUploads, purgeUploads } from '../../src/services/uploads/uploads.ts';
import { takenLine } from '../../src/services/uploads/upload-progress.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
import { beginUpload, saveUploadLines } from '../../src/store/uploads/uploads.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
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
let owner: AttributionCampaign;
let session: string;

beforeAll(async () => {
  lab = await openAttributionLab();
  api = await makeApiServer(lab.database, directory);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`;
  owner = await makeAttributionCampaign(lab);
  session = await makeSession(owner.context, 'member');
});

afterAll(async () => {
  await api.server.close();
  await lab.close();
  removeDataDirectory(directory);
});

async function visit(options: { ageMs?: number } = {}): Promise<string> {
  const { visitId } = await owner.visit({}, options);
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const { clickIds } = provideEventTools(lab.traffic, testSecrets, logger);
  return clickIds?.encode(visitId, owner.number) ?? '';
}

async function request<Data>(method: string, path: string, body?: unknown, as = session) {
  const response = await api.ask({ session: as, method, path, ...(body === undefined ? {} : { body }) });
  return { status: response.status, data: response.body.data as Data, error: response.body.error };
}

async function createTestUpload(body: object): Promise<string> {
  const { status, data } = await request<Upload>('POST', '/uploads', { fileName: 'f.csv', ...body });
  expect([status, data.state]).toEqual([201, 'waiting']);
  return data.id;
}

const boundary = 'part-boundary';
const partHead = (name = 'file') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f.csv"\r\ncontent-type: text/csv\r\n\r\n`;
const formEnd = `\r\n--${boundary}--\r\n`;

/** Opens a request whose body is written step by step, so that a test can stop in the middle of the body. */
function openUpload(id: string, as = session, workspaceId = owner.workspaceId) {
  const outgoing = httpRequest(`${origin}/panel/api/workspaces/${workspaceId}/uploads/${id}/file`, {
    method: 'PUT',
    headers: {
      cookie: `waypost=${as}`,
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  type UploadResponse = { status: number; headers: IncomingHttpHeaders; body: { data: Upload } };
  const response = new Promise<UploadResponse>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: JSON.parse(Buffer.concat(pieces).toString()) as { data: Upload },
        }),
      );
    });
  });
  response.catch(() => undefined);
  return { outgoing, response };
}

async function send(id: string, csv: string, as = session) {
  const { outgoing, response } = openUpload(id, as);
  outgoing.end(partHead() + csv + formEnd);
  return await response;
}

test('conversions in a file are counted with mapped columns, and each line has its own result', async () => {
  const clickId = await visit();
  const id = await createTestUpload({
    kind: 'conversions',
    columns: { Ref: 'clickId', Won: 'amount', Memo: null },
  });
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
  const { data: lines } = await request<UploadLinePage>('GET', `/uploads/${id}/lines`);
  expect(lines.items).toMatchObject([
    { line: 2, fate: 'taken', verdict: 'counted', message: null },
    { line: 3, fate: 'refused', recordId: null },
  ]);
  // No postback is sent, because no postback URL is configured.
  expect(lines.items[0]?.noPostback).toContain('postback URL');
  const { data: refusedLines } = await request<UploadLinePage>(
    'GET',
    `/uploads/${id}/lines?fate=refused&limit=1`,
  );
  expect(refusedLines.items.map(({ line }) => line)).toEqual([3]);
  const { data: all } = await request<UploadPage>('GET', '/uploads?kind=conversions');
  expect(all.items.map((upload) => upload.id)).toContain(id);
});

test('a dry run of a file changes nothing and returns the same result', async () => {
  const clickId = await visit();
  const csv = `cid,payout\n${clickId},1\n`;
  const preview = await send(await createTestUpload({ kind: 'conversions', dryRun: true }), csv);
  expect(preview.body.data).toMatchObject({ state: 'done', dryRun: true, counts: { counted: 1 } });
  const done = await send(await createTestUpload({ kind: 'conversions' }), csv);
  expect(done.body.data.counts).toEqual({ counted: 1 });
  const again = await send(await createTestUpload({ kind: 'conversions' }), csv);
  expect(again.body.data).toMatchObject({ state: 'done', progress: { lines: 1, taken: 0 } });
});

test('a file without the required columns fails with a message, and a request without the form field is rejected', async () => {
  const invalid = await send(await createTestUpload({ kind: 'costs' }), 'a,b\n1,2\n');
  expect(invalid.body.data).toMatchObject({ state: 'failed', failure: { reason: 'unreadable' } });
  expect(invalid.body.data.failure?.message).toContain('Missing column: campaign');
  const unmapped = await send(
    await createTestUpload({ kind: 'costs', columns: { Missing: 'amount' } }),
    'campaign\nx\n',
  );
  expect(unmapped.body.data.failure?.message).toContain('Column to rename not found: Missing');
  const id = await createTestUpload({ kind: 'costs' });
  expect((await request('PUT', `/uploads/${id}/file`, { csv: 'x' })).status).toBe(400);
  const { outgoing, response } = openUpload(id);
  outgoing.end(partHead('other') + 'x' + formEnd);
  expect((await response).status).toBe(400);
  // Neither of the two rejected requests counts as the upload's file.
  expect((await request<Upload>('GET', `/uploads/${id}`)).data.state).toBe('waiting');
});

test.each([
  ['a second file', 'file'],
  ['a second file in a different field', 'other'],
])('an upload with %s fails with a message', async (_, name) => {
  const clickId = await visit();
  const id = await createTestUpload({ kind: 'conversions' });
  const { outgoing, response } = openUpload(id);
  const csv = `cid,payout\n${clickId},1\n`;
  outgoing.end(`${partHead()}${csv}\r\n${partHead(name)}${csv}${formEnd}`);
  const { data } = (await response).body;
  expect(data).toMatchObject({
    state: 'failed',
    failure: { reason: 'several-files' },
    progress: { taken: 0 },
  });
  expect(data.failure?.message).toContain('more than one file');
});

test('costs from a file can be reversed only once', async () => {
  const day = await dayWithVisits();
  const id = await createTestUpload({ kind: 'costs' });
  const foreignCampaign = (await makeAttributionCampaign(lab)).campaign.id;
  const csv = `campaign,from,amount\n${owner.campaign.id},${day},1\nUnknown,${day},1\n${foreignCampaign},${day},1\n`;
  const { body } = await send(id, csv);
  expect(body.data).toMatchObject({ counts: { entered: 1, 'unknown-campaign': 2 }, canUndo: true });
  const { data: lines } = await request<UploadLinePage>('GET', `/uploads/${id}/lines?fate=taken`);
  expect(lines.items[0]?.recordId).toEqual(expect.any(String));
  const { data } = await request<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 1, kept: 0, upload: { canUndo: false } });
  expect(data.upload.undoneAt).toEqual(expect.any(String));
  expect((await request('POST', `/uploads/${id}/undo`)).error?.details).toMatchObject({
    reason: 'nothing-to-undo',
  });
});

test('undoing a file keeps entries that failed', async () => {
  const day = await dayWithVisits();
  const id = await createTestUpload({ kind: 'costs' });
  await send(id, `campaign,from,amount,mode\n${owner.campaign.id},${day},2,correct\n`);
  await lab.database.asSystem((executor) =>
    sql`UPDATE cost_entries SET status = 'failed' FROM upload_lines
      WHERE upload_id = ${id} AND record_id = cost_entries.id`.execute(executor),
  );
  const { data } = await request<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 0, kept: 1, upload: { canUndo: false } });
});

test.each([
  ['that is not UTF-8', [Buffer.from('cid\n\xff\n', 'latin1')], 'unreadable', 'The file is not UTF-8.'],
  ['larger than the limit', new FileTooLarge(), 'too-large', 'The file is larger than 2 GiB.'],
])('a file %s fails with a message', async (_, file, reason, message) => {
  const id = await createTestUpload({ kind: 'conversions' });
  const { failure } = await receiveUpload({ ...lab.worker, ...owner.context }, id, async () =>
    readFile(file),
  );
  expect(failure).toEqual({ reason, message });
});

test('a file may be split within a character', async () => {
  const id = await createTestUpload({ kind: 'conversions' });
  const pieces = [...Buffer.from('cid\n\u00e4\n')].map((byte) => Buffer.from([byte]));
  const upload = await receiveUpload({ ...lab.worker, ...owner.context }, id, async () => readFile(pieces));
  expect(upload).toMatchObject({ state: 'done', failure: null, progress: { lines: 1, bytes: 7 } });
});

test('an internal error while a file is read fails the upload', async () => {
  const id = await createTestUpload({ kind: 'conversions' });
  const context = { ...lab.worker, ...owner.context };
  const received = receiveUpload(context, id, async () => readFile(new Error('internal')));
  await expect(received).rejects.toThrow('internal');
  expect(await getUpload(context, id)).toMatchObject({ state: 'failed', failure: { reason: 'stopped' } });
  await expect(getUpload(context, 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

async function* readFile(file: Buffer[] | Error): AsyncGenerator<Buffer> {
  if (file instanceof Error) throw file;
  yield* file;
}

/**
 * Returns the date of visits that are two days old, in the workspace's time zone, where it may already be the next day.
 */
async function dayWithVisits(): Promise<string> {
  const ageMs = 2 * 86_400_000;
  await visit({ ageMs });
  return new Date(lab.clock.ms - ageMs).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
}

async function statusesOf(entries: (string | null | undefined)[]): Promise<string[]> {
  const { data } = await request<CostPage>('GET', '/costs?limit=500');
  return entries.map((id) => data.items.find((entry) => entry.id === id)?.status ?? 'unknown');
}

async function addLines(uploadId: string, count: number): Promise<void> {
  await lab.database.asSystem((executor) =>
    sql`WITH added AS (
        INSERT INTO cost_entries (id, workspace_id, campaign_id, from_at, until_at, tokens, mode, amount, currency,
          original_amount, original_currency, actor_type, actor_id, actor_label, created_at)
        SELECT gen_random_uuid(), entry.workspace_id, campaign_id, from_at, until_at, tokens, mode, amount, currency,
          original_amount, original_currency, actor_type, actor_id, actor_label, created_at
        FROM cost_entries AS entry JOIN upload_lines ON record_id = entry.id, generate_series(1, ${count})
        WHERE upload_id = ${uploadId} AND line = 2
        RETURNING id, workspace_id, place
      )
      INSERT INTO upload_lines (workspace_id, upload_id, line, fate, verdict, record_id)
      SELECT workspace_id, ${uploadId}, 3 + row_number() OVER (ORDER BY place), 'taken', 'entered', id FROM added`.execute(
      executor,
    ),
  );
}

test('undoing a file reverses all of its cost entries, including replaced ones, unless a later entry replaces them', async () => {
  const day = await dayWithVisits();
  const campaign = owner.campaign.id;
  const id = await createTestUpload({ kind: 'costs' });
  const csv = `campaign,from,amount,mode\n${campaign},${day},1,correct\n${campaign},${day},7,replace\n`;
  const { body } = await send(id, csv);
  expect(body.data).toMatchObject({ counts: { entered: 2 }, canUndo: true });
  await addLines(id, 230);
  const { data: taken } = await request<UploadLinePage>('GET', `/uploads/${id}/lines?fate=taken&limit=500`);
  const entries = taken.items.map(({ recordId }) => recordId);
  const later = { campaign, from: day, to: day, amount: '3', mode: 'replace' };
  const { data: replacement } = await request<CostEntry>('POST', '/costs', later);
  const { data: refused } = await request<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(refused).toMatchObject({ withdrawn: 0, kept: 232, upload: { canUndo: true, undoneAt: null } });
  expect(new Set(await statusesOf(entries))).toEqual(new Set(['pending']));
  await request('POST', `/costs/${replacement.id}/withdraw`);
  const { data } = await request<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 232, kept: 0, upload: { canUndo: false } });
  expect(new Set(await statusesOf(entries))).toEqual(new Set(['withdrawing']));
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ lines: number }>`SELECT count(*)::int AS lines FROM audit_log
      WHERE workspace_id = ${owner.workspaceId} AND action = 'cost.withdraw'
        AND subject_id IN (SELECT unnest(${entries}::uuid[]))`.execute(executor),
  );
  expect(rows[0]?.lines).toBe(232);
});

/** Creates an upload whose process was killed a few minutes ago, after it had processed one line. */
async function createStoppedUpload(minutesAgo: number, fileName: string): Promise<string> {
  const id = await createTestUpload({ kind: 'conversions', fileName });
  const { workspaceId } = owner;
  const now = new Date(Date.now() - minutesAgo * 60_000);
  await lab.database.inWorkspace(workspaceId, async (executor) => {
    await beginUpload(executor, workspaceId, id, { now, atOnceMax: 100, stalledSince: now });
    const lines = [takenLine(2, 'counted')];
    await saveUploadLines(executor, workspaceId, id, { bytes: 40, counts: { counted: 1 }, lines, now });
  });
  return id;
}

test('an upload whose process was killed is listed as failed with its progress, and accepts no other file', async () => {
  const id = await createStoppedUpload(11, 'killed.csv');
  const recent = await createStoppedUpload(9, 'busy.csv');
  expect((await request<Upload>('GET', `/uploads/${recent}`)).data).toMatchObject({
    state: 'reading',
    failure: null,
  });
  expect((await request<Upload>('GET', `/uploads/${id}`)).data).toMatchObject({
    state: 'failed',
    failure: { reason: 'stopped', message: expect.stringContaining('Upload the file again') },
    progress: { bytes: 40, lines: 1, taken: 1, refused: 0 },
  });
  const again = await send(id, 'cid\nx\n');
  expect([again.status, again.body]).toMatchObject([
    409,
    { error: { details: { reason: 'file-came-already' } } },
  ]);
  const listNames = async (query: string) =>
    (await request<UploadPage>('GET', `/uploads?${query}`)).data.items.map(({ fileName }) => fileName);
  // The filter uses the displayed state, not the stored state.
  expect(await listNames('state=failed&q=KILL')).toEqual(['killed.csv']);
  expect(await listNames('state=reading')).toEqual(['busy.csv']);
  expect(await listNames('state=reading&kind=costs')).toEqual([]);
  expect(await listNames('q=%25')).toEqual([]);
  expect(await listNames('state=waiting&q=killed')).toEqual([]);
  const { data: counted } = await request<UploadPage>('GET', '/uploads?state=failed&q=killed');
  expect(counted.meta.total).toBe(1);
  expect((await request('GET', '/uploads?state=stopped')).error?.details).toMatchObject({
    issues: [{ path: 'state', message: 'must be waiting, reading, done or failed' }],
  });
});

test('an upload has failed after more than ten minutes without progress, also in the filtered list', async () => {
  const id = await createStoppedUpload(0, 'exact.csv');
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{ at: Date }>`SELECT touched_at AS at FROM uploads WHERE id = ${id}::uuid`.execute(executor),
  );
  const stateAfter = async (ms: number) => {
    const context = { ...owner.context, now: () => new Date((rows[0]?.at.getTime() ?? 0) + ms) };
    const failed = await listUploads(context, { state: 'failed', q: 'exact' });
    return [(await getUpload(context, id)).state, failed.items.length];
  };
  expect(await stateAfter(600_000)).toEqual(['reading', 0]);
  expect(await stateAfter(600_001)).toEqual(['failed', 1]);
});

test('a workspace can process four files at once, and additional uploads must be retried', async () => {
  const other = await makeAttributionCampaign(lab);
  const as = await makeSession(other.context, 'member');
  const createUploadId = async () =>
    (await request<Upload>('POST', '/uploads', { kind: 'costs', fileName: 'f.csv', dryRun: true }, as)).data
      .id;
  const workspaceId = other.workspaceId;
  const uploads = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const id = await createUploadId();
      const upload = openUpload(id, as, workspaceId);
      upload.outgoing.write(`${partHead()}campaign,from,amount\n`);
      await expect
        .poll(async () => (await request<Upload>('GET', `/uploads/${id}`, undefined, as)).data.state, {
          timeout: hangLimitMs,
        })
        .toBe('reading');
      return upload;
    }),
  );
  const fifth = await createUploadId();
  const fifthUpload = openUpload(fifth, as, workspaceId);
  fifthUpload.outgoing.end(`${partHead()}campaign,from,amount\n${formEnd}`);
  const { status, headers, body } = await fifthUpload.response;
  expect([status, headers['retry-after'], body]).toMatchObject([
    429,
    '10',
    { error: { code: 'RATE_LIMITED', details: { reason: 'too-many-uploads', retryAfter: 10 } } },
  ]);
  expect((await request<Upload>('GET', `/uploads/${fifth}`, undefined, as)).data.state).toBe('waiting');
  uploads[0]?.outgoing.end(`x,2026-06-15,1\n${formEnd}`);
  expect((await uploads[0]?.response)?.status).toBe(200);
  const retried = openUpload(fifth, as, workspaceId);
  retried.outgoing.end(`${partHead()}campaign,from,amount\nx,2026-06-15,1\n${formEnd}`);
  expect((await retried.response).status).toBe(200);
  for (const { outgoing, response } of uploads.slice(1)) {
    outgoing.end(`x,2026-06-15,1\n${formEnd}`);
    expect((await response).status).toBe(200);
  }
});

test('uploads are deleted with their lines after 90 days, and not earlier', async () => {
  const old = await createStoppedUpload(0, 'old.csv');
  const young = await createStoppedUpload(0, 'young.csv');
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
  const countLines = async (id: string) =>
    await lab.database.asSystem(
      async (executor) =>
        (await sql`SELECT 1 FROM upload_lines WHERE upload_id = ${id}`.execute(executor)).rows.length,
    );
  expect([await countLines(old), await countLines(young)]).toEqual([0, 1]);
  expect((await request('GET', `/uploads/${old}`)).status).toBe(404);
  expect((await request('GET', `/uploads/${young}`)).status).toBe(200);
});

test('a file of any size is read no faster than its lines are processed', async () => {
  const id = await createTestUpload({ kind: 'conversions', dryRun: true });
  const { outgoing, response } = openUpload(id);
  outgoing.write(partHead() + 'cid,note\n');
  // Uses lines of 8 KB, because the test is about the size of the file, not about the number of lines.
  const piece = `nonsense,${'x'.repeat(8_000)}\n`.repeat(125);
  const pieces = 32;
  let sent = 0;
  let aheadMax = 0;
  for (let at = 0; at < pieces; at += 1) {
    const isFull = !outgoing.write(piece);
    sent += piece.length;
    if (isFull) await new Promise((resolve) => void outgoing.once('drain', resolve));
    if (at % 4 === 3) {
      const { data } = await request<Upload>('GET', `/uploads/${id}`);
      expect(data.state).toBe('reading');
      aheadMax = Math.max(aheadMax, sent - data.progress.bytes);
    }
  }
  outgoing.end(formEnd);
  const { body } = await response;
  expect(body.data).toMatchObject({ state: 'done', progress: { lines: 125 * pieces, taken: 0 } });
  expect(body.data.progress.bytes).toBeGreaterThan(30_000_000);
  // The server may buffer a group of lines, and the sockets have buffers, but the whole file is never buffered.
  expect(aheadMax).toBeLessThan(16_000_000);
});

test('an interrupted connection leaves the processed lines and a failed upload', async () => {
  const id = await createTestUpload({ kind: 'conversions', dryRun: true });
  const { outgoing } = openUpload(id);
  outgoing.write(`${partHead()}cid\n${'nonsense\n'.repeat(20_000)}`);
  const read = async () => (await request<Upload>('GET', `/uploads/${id}`)).data;
  const poll = { timeout: hangLimitMs };
  await expect.poll(async () => (await read()).progress.lines, poll).toBeGreaterThan(0);
  outgoing.destroy();
  await expect.poll(async () => (await read()).state, poll).toBe('failed');
  const { failure, progress, endedAt } = await read();
  expect(failure?.reason).toBe('cut-off');
  expect(progress.lines).toBeGreaterThan(0);
  expect(endedAt).not.toBeNull();
});

test('only one of two simultaneous files is accepted, and other workspaces cannot find the upload', async () => {
  const id = await createTestUpload({ kind: 'conversions', dryRun: true });
  const responses = await Promise.all([send(id, 'cid\nx\n'), send(id, 'cid\nx\n')]);
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect((await request<Upload>('GET', `/uploads/${id}`)).data.progress.lines).toBe(1);
  const foreignOwner = await makeSession((await makeAttributionCampaign(lab)).context, 'owner');
  for (const [method, path] of [
    ['GET', `/uploads/${id}`],
    ['GET', `/uploads/${id}/lines`],
    ['POST', `/uploads/${id}/undo`],
  ] as const)
    expect((await request(method, path, undefined, foreignOwner)).status).toBe(404);
  expect((await send(id, 'cid\nx\n', foreignOwner)).status).toBe(404);
});

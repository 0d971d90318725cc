/** Files that come as forms: read as they come, told of while they are read, and line by line afterwards. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UndoneUpload, Upload, UploadLinePage, UploadPage } from '@waypost/contract/file-uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
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
function open(id: string, as = session) {
  const sending = httpRequest(`${origin}/panel/api/workspaces/${owner.workspaceId}/uploads/${id}/file`, {
    method: 'PUT',
    headers: {
      cookie: `waypost=${as}`,
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = new Promise<{ status: number; body: { data: Upload } }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
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
  expect(wrong.body.data.failure?.message).toContain('there is no column campaign');
  const unmapped = await send(
    await begin({ kind: 'costs', columns: { Nowhere: 'amount' } }),
    'campaign\nx\n',
  );
  expect(unmapped.body.data.failure?.message).toContain('there is no column Nowhere');
  const id = await begin({ kind: 'costs' });
  expect((await ask('PUT', `/uploads/${id}/file`, { csv: 'x' })).status).toBe(400);
  const { sending, answer } = open(id);
  sending.end(head('other') + 'x' + foot);
  expect((await answer).status).toBe(400);
  // Neither was its file.
  expect((await ask<Upload>('GET', `/uploads/${id}`)).data.state).toBe('waiting');
});

test('costs of a file can be taken back, once', async () => {
  const ageMs = 2 * 86_400_000;
  await visit({ ageMs });
  // In the clocks of the workspace it may be the day after.
  const day = new Date(lab.clock.ms - ageMs).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
  const id = await begin({ kind: 'costs' });
  const csv = `campaign,from,amount\n${owner.campaign.id},${day},1\nNo such,${day},1\n`;
  const { body } = await send(id, csv);
  expect(body.data).toMatchObject({ progress: { lines: 2, taken: 1 }, canUndo: true });
  const { data: lines } = await ask<UploadLinePage>('GET', `/uploads/${id}/lines?fate=taken`);
  expect(lines.items[0]?.recordId).toEqual(expect.any(String));
  const { data } = await ask<UndoneUpload>('POST', `/uploads/${id}/undo`);
  expect(data).toMatchObject({ withdrawn: 1, kept: 0, upload: { canUndo: false } });
  expect(data.upload.undoneAt).toEqual(expect.any(String));
  expect((await ask('POST', `/uploads/${id}/undo`)).error?.details).toMatchObject({
    reason: 'nothing-to-undo',
  });
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

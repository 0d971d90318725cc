// Imports conversions and costs from files through the panel API and the CLI, and checks report totals.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CostEntry, CostPage } from '@waypost/contract/conversions/costs.ts';
import type { Upload, UploadLinePage } from '@waypost/contract/conversions/file-uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDecimals } from '../../src/domain/money/decimal.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import type { UploadReport } from '../../src/services/uploads/upload-progress.ts';
import { openProductTraffic, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import type { EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let product: Product;
let tracked: TrackedWorkspace;
let traffic: TrafficStore;
let cookie: string;

const password = 'seven green bicycles';
const dayStart = Date.parse('2026-06-15T00:00:00Z');

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  tracked = await trackWorkspace(product);
  traffic = openProductTraffic(product);
  const options = [
    '--workspace',
    tracked.workspaceId,
    '--email',
    'a@example.com',
    '--password-stdin',
    '--keep-password',
  ];
  runCommand(product, ['user', 'create', ...options, '--role', 'member'], { input: `${password}\n` });
  const answer = await post('/session', { email: 'a@example.com', password });
  cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
});

afterAll(async () => {
  await traffic.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const target = path === '/session' ? path : `/workspaces/${tracked.workspaceId}${path}`;
  return await fetch(`${product.urls.panel}/panel/api${target}`, {
    method,
    headers: { cookie: cookie ?? '', 'content-type': 'application/json', origin: product.urls.panel },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const post = (path: string, body: unknown) => send('POST', path, body);

async function dataOf<Data>(response: Response): Promise<Data> {
  const { ok, data } = (await response.json()) as { ok: boolean; data: Data };
  expect({ ok, status: response.status }).toEqual({ ok: true, status: 200 });
  return data;
}

/** Uploads a file as a browser does: creates the upload, then sends the file as a form. */
async function uploadFile(csv: string, options: object): Promise<Upload> {
  const created = (await (await post('/uploads', { fileName: 'f.csv', ...options })).json()) as {
    data: Upload;
  };
  const form = new FormData();
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'f.csv');
  const path = `/panel/api/workspaces/${tracked.workspaceId}/uploads/${created.data.id}/file`;
  const headers = { cookie, origin: product.urls.panel };
  return await dataOf<Upload>(await fetch(product.urls.panel + path, { method: 'PUT', headers, body: form }));
}

async function addVisits(count: number, cells: EventCells = {}): Promise<string[]> {
  const { workspaceId, campaignId, clickIds, link } = tracked;
  const { headers } = await fetch(link, { redirect: 'manual' });
  const known = new URL(headers.get('location') ?? '').searchParams.get('cid') ?? '';
  const number = clickIds.decode(known)?.campaignNumber ?? 0;
  const rows = Array.from({ length: count }, (_, index) => ({
    workspace_id: workspaceId,
    campaign_id: campaignId,
    visit_time: dayStart + index * 1_000,
    ...cells,
  }));
  const ids = await insertVisitRows(traffic, rows);
  return ids.map((id) => clickIds.encode(id, number));
}

async function expectSum(column: 'cost' | 'revenue' | 'conversions', token: string, sum: string) {
  const read = async () => {
    const rows = await readRecordedRows(readTrafficAddress(product), tracked.workspaceId);
    return rows
      .filter(({ type, token2 }) => type !== 'visit' && token2 === token)
      .reduce((total, row) => addDecimals(total, String(row[column])), '0');
  };
  const found = await pollUntil(async () => ((await read()) === sum ? sum : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 50,
  });
  expect(found ?? (await read())).toBe(sum);
}

function writeFile(name: string, text: string): string {
  const path = join(product.dataDirectory, name);
  writeFileSync(path, text);
  return path;
}

test('conversions uploaded in the panel are counted once, and rejected lines are reported', async () => {
  const [first = '', second = ''] = await addVisits(2, { token2: 'panel' });
  const csv = `click id,payout,txid,time\n${first},12.5,A,2026-06-16\n${second},7.5,B,2026-06-16\nforged,1,C,\n`;
  const kind = 'conversions';
  expect(await uploadFile(csv, { kind, dryRun: true })).toMatchObject({
    dryRun: true,
    progress: { taken: 2 },
  });
  const report = await uploadFile(csv, { kind });
  expect(report).toMatchObject({
    state: 'done',
    dryRun: false,
    progress: { lines: 3, taken: 2, refused: 1 },
    counts: { counted: 2, 'bad-click-id': 1 },
  });
  const rejected = await send('GET', `/uploads/${report.id}/lines?fate=refused`);
  expect((await dataOf<UploadLinePage>(rejected)).items).toMatchObject([
    {
      line: 4,
      verdict: 'bad-click-id',
      message: 'Invalid click ID. It was not issued by this installation, or it was altered.',
    },
  ]);
  const again = await uploadFile(csv, { kind, postbacks: false });
  expect(again.counts).toEqual({ duplicate: 2, 'bad-click-id': 1 });
  await expectSum('conversions', 'panel', '2');
  await expectSum('revenue', 'panel', '20');
});

test('the CLI imports conversions and reports rejected lines', async () => {
  const [first = '', second = ''] = await addVisits(2, { token2: 'command' });
  const file = writeFile('c.csv', `cid;sum;date\r\n${first};3,5;2026-06-16\r\n${second};x;2026-06-16\r\n`);
  const report = join(product.dataDirectory, 'refused.csv');
  const options = ['--workspace', tracked.workspaceId, '--report', report, '--json'];
  const done = runCommand(product, ['conversions', 'import', file, ...options]);
  expect(lastJson<UploadReport>(done)).toMatchObject({
    taken: 1,
    counts: { counted: 1, 'invalid-amount': 1 },
  });
  const text = runCommand(product, ['conversions', 'import', file, '--workspace', tracked.workspaceId]);
  expect(text.stdout).toContain('line 3: The amount “x” is ambiguous. (invalid-amount)');
  expect(text.stdout).toContain('2 lines, 0 imported.');
  await expectSum('revenue', 'command', '3.5');
  const missing = runCommand(product, ['conversions', 'import', `${file}.no`, ...options]);
  expect(missing.code).toBe(exitCodes.refused);
});

test('costs are created, distributed, listed and reversed in the panel and the CLI', async () => {
  await addVisits(3, { token2: 'costs' });
  const line = `${tracked.campaignId},2026-06-15,10,costs`;
  const csv = `campaign,from,amount,token2\n${line}\n${line}\nNobody,2026-06-15,1,\n`;
  const report = await uploadFile(csv, { kind: 'costs' });
  expect(report.counts).toEqual({ entered: 1, duplicate: 1, 'unknown-campaign': 1 });
  await expectSum('cost', 'costs', '10');
  const entry = {
    campaign: tracked.campaignId,
    from: '2026-06-15',
    to: '2026-06-15',
    amount: '11.01',
    tokens: { token2: 'costs' },
  };
  expect((await post('/costs', entry)).status).toBe(409);
  const created = await dataOf<CostEntry>(await post('/costs', { ...entry, withdrawOverlapping: true }));
  await expectSum('cost', 'costs', '11.01');
  await dataOf(await post(`/costs/${created.id}/withdraw`, undefined));
  await expectSum('cost', 'costs', '0');
  const file = writeFile('costs.csv', `campaign,date,cost,token2\nCampaign,2026-06-15,0.1,costs\n`);
  const workspace = ['--workspace', tracked.workspaceId];
  const done = lastJson<UploadReport & { entries: CostEntry[] }>(
    runCommand(product, ['costs', 'import', file, ...workspace, '--json']),
  );
  expect(done).toMatchObject({ taken: 1, entries: [{ status: 'spread', visits: 3 }] });
  await expectSum('cost', 'costs', '0.1');
  const listed = lastJson<CostPage>(runCommand(product, ['costs', 'list', ...workspace, '--json']));
  expect(listed.items.map(({ status }) => status)).toEqual(['spread', 'withdrawn', 'withdrawn']);
  const id = done.entries[0]?.id ?? '';
  const reversed = runCommand(product, ['costs', 'withdraw', ...workspace, '--id', id, '--json']);
  expect(lastJson<CostEntry>(reversed)).toMatchObject({ id, status: 'withdrawn' });
  await expectSum('cost', 'costs', '0');
});

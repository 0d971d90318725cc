import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { CheckedApi, type ApiCaller } from '../../src/testing/http/api-client.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import {
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';

let product: Product;
let tracked: TrackedWorkspace;
let caller: ApiCaller;

beforeAll(async () => {
  // Integration tests cover the feed on each store, so one store is enough here.
  product = await startProduct({ environment: rounds(0, 1) === 1 ? {} : lightStoreEnvironment });
  tracked = await trackWorkspace(product);
  const api = await CheckedApi.open(product);
  caller = api.callerWith(tracked.token);
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  accept: 'text/html',
  'accept-language': 'de-DE',
};

function listToday(query: Record<string, string> = {}) {
  const dayMs = 86_400_000;
  const [from, to] = [Date.now() - dayMs, Date.now() + dayMs].map(String) as [string, string];
  return caller.client.listEvents({ query: { from, to, ...query } });
}

it('the event feed shows a visit and its landing-page click with the click ID that the visitor received', async () => {
  const response = await fetch(`${tracked.link}?ext=EXT-9&bid=0.02&token1=shoes&tag=spring`, {
    redirect: 'manual',
    headers: browser,
  });
  const location = response.headers.get('location') ?? '';
  const clickId = new URL(location).searchParams.get('cid') ?? '';
  await fetch(`${product.urls.edge}/go?cid=${clickId}`, { redirect: 'manual', headers: browser });
  const findBoth = async () => {
    const { rows } = await listToday({ campaignId: tracked.campaignId });
    const mine = rows.filter((row) => row.clickId === clickId);
    return mine.length === 2 ? mine : undefined;
  };
  // The wait takes about three seconds on an idle machine, and longer while other suites run.
  const [click, visit] = (await pollUntil(findBoth, { timeoutMs: hangLimitMs, intervalMs: 100 })) ?? [];
  expect(visit).toMatchObject({
    type: 'visit',
    outcome: 'landing',
    destinationUrl: location,
    externalId: 'EXT-9',
    tokens: { token1: 'shoes' },
    tags: ['spring'],
    cost: 0.01,
    bot: false,
    visitId: visit?.id,
  });
  expect(click).toMatchObject({
    type: 'lpclick',
    visitId: visit?.id,
    visitTime: visit?.time,
    destinationUrl: `https://offer.example/buy?sub=${clickId}`,
    externalId: 'EXT-9',
  });
});

it('with a cursor, the event feed continues after the previous page', async () => {
  for (let visits = 0; visits < 3; visits += 1)
    await fetch(tracked.link, { redirect: 'manual', headers: browser });
  const isThere = async () => (await listToday()).rows.length >= 3 || undefined;
  await pollUntil(isThere, { timeoutMs: hangLimitMs, intervalMs: 100 });
  const range = { from: '2026-01-01', to: '2099-01-01' };
  const first = await caller.client.listEvents({ query: { ...range, limit: 2 } });
  expect(first.meta).toMatchObject({ count: 2, hasMore: true });
  const rest = await caller.client.listEvents({ query: { ...range, cursor: first.meta.nextCursor ?? '' } });
  const ids = [...first.rows, ...rest.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rest.meta).toMatchObject({ hasMore: false, nextCursor: null, timezone: 'UTC' });
});

it('the CLI exports events and reports to files and leaves no incomplete file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-files-'));
  try {
    const [events, report] = ['events.csv.gz', 'report.csv'].map((name) => join(directory, name)) as [
      string,
      string,
    ];
    const range = ['--workspace', tracked.workspaceId, '--from', '2026-01-01', '--to', '2099-01-01'];
    // Waits for pending visits from earlier tests, because the export and the feed must see the same rows.
    const nowMs = Date.now();
    const isComplete = async () => {
      const today = new Date(nowMs).toISOString().slice(0, 10);
      const { meta } = await caller.client.getReport({ query: { from: today, to: today } });
      return Date.parse(meta.freshness) > nowMs || undefined;
    };
    expect(await pollUntil(isComplete, { timeoutMs: hangLimitMs, intervalMs: 100 })).toBe(true);
    expect(runCommand(product, ['events', 'export', ...range, '--out', events])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const [header, ...lines] = gunzipSync(readFileSync(events)).toString().trimEnd().split('\r\n');
    expect(header).toMatch(/^id,type,time,visitId,clickId,/);
    const { rows } = await caller.client.listEvents({ query: { from: '2026-01-01', to: '2099-01-01' } });
    const firstCells = rows.map(({ id, type, time, visitId, clickId }) =>
      [id, type, time, visitId, clickId].join(','),
    );
    expect(lines.map((line) => line.split(',').slice(0, 5).join(','))).toEqual(firstCells);
    const options = [
      '--dimensions',
      'campaign',
      '--metrics',
      'visits',
      '--filter',
      'visits>0',
      '--out',
      report,
    ];
    expect(runCommand(product, ['reports', 'export', ...range, ...options])).toMatchObject({ code: 0 });
    expect(readFileSync(report, 'utf8')).toMatch(
      /^campaign,campaignName,visits\r\n[\da-f-]{36},Campaign,\d+\r\n$/,
    );
    const wrong = runCommand(product, [
      'events',
      'export',
      ...range,
      '--type',
      'x',
      '--out',
      join(directory, 'no'),
    ]);
    expect(wrong.code).toBe(4);
    expect(readdirSync(directory).toSorted()).toEqual(['events.csv.gz', 'report.csv']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('the event feed answers 401 without a key', async () => {
  const response = await fetch(`${product.urls.panel}/api/v1/events?from=2026-01-01&to=2026-12-31`);
  expect(response.status).toBe(401);
});

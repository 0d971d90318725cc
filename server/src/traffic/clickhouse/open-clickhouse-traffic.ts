import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../traffic-store.ts';
import { openClickHouse, type ClickHouseClient } from './client.ts';
import { completeClicks } from './complete-clicks.ts';
import { countForCaps } from './count-for-caps.ts';
import { countByRoute, countDecided, readDecided } from './decided-visits.ts';
import { eraseVisits } from './erase-visits.ts';
import { readFeedPage } from './feed/read-feed-page.ts';
import { readBriefRows, readWholeRows } from './feed/read-feed-rows.ts';
import { readNewerRows } from './feed/read-newer-rows.ts';
import { streamFeedRows } from './feed/stream-feed-rows.ts';
import { findClicks, findVisits } from './find-visits.ts';
import { createEventTarget, createOutboxTarget } from './insert-batch.ts';
import { createClickTarget } from './insert-clicks.ts';
import { countVisits } from './match-visits.ts';
import { readReport, streamReport } from './reports/read-report.ts';
import { shortenRetention } from './shorten-retention.ts';
import { costVisitsMax, costWriteMsMax, readCostRows, spreadCost, withdrawCost } from './spread-cost.ts';

// Whoever takes a file may pause that long, on a slow line say, before it is given up.
const filePauseMs = 600_000;
const sizeWithinMs = 5_000;

/** Traffic in ClickHouse, through its ordinary client: one server or a cluster. */
export function openClickHouseTraffic(url: string): TrafficStore {
  const client = openClickHouse(url);
  // Connections of their own: files that take long must not keep reports and events waiting.
  let files: ClickHouseClient | undefined;
  const forFiles = () => (files ??= openClickHouse(url, { requestTimeoutMs: filePauseMs }));
  return {
    engine: 'ClickHouse',
    targets: {
      visits: createEventTarget(client),
      clicks: createClickTarget(client),
      outbox: createOutboxTarget(client),
    },
    findVisits: (keys) => findVisits(client, keys),
    findClicks: (keys) => findClicks(client, keys),
    countForCaps: (records) => countForCaps(client, records),
    readReport: (request) => readReport(client, request),
    streamReport: (request) => streamReport(forFiles(), request),
    readFeed: (request) => readFeedPage(client, readWholeRows, request),
    readBriefFeed: (request) => readFeedPage(client, readBriefRows, request),
    readNewer: (request) => readNewerRows(client, request),
    streamFeed: (request) => streamFeedRows(forFiles(), request),
    countDecided: (request, stretchMs) => countDecided(forFiles(), request, stretchMs),
    countByRoute: (request) => countByRoute(client, request),
    readDecided: (request, selected) => readDecided(forFiles(), request, selected),
    countVisits: (match, stretches) => countVisits(client, match, stretches),
    costVisitsMax,
    costWriteMsMax,
    spreadCost: (match, amount, batch) => spreadCost(client, match, amount, batch),
    withdrawCost: (match, spread, withdrawn) => withdrawCost(client, match, spread, withdrawn),
    readCostRows: (match, batch) => readCostRows(client, match, batch),
    completeClicks: (rows) => completeClicks(client, rows),
    eraseVisits: (keys) => eraseVisits(client, keys),
    shortenRetention: (cut) => shortenRetention(client, cut),
    // Tables drop what has expired by themselves.
    deleteExpired: () => Promise.resolve(0),
    check: () => check(client),
    version: () => readVersion(client),
    sizeBytes: () => readSize(client),
    probeWrite: (now) => probeWrite(client, now),
    close: async () => void (await Promise.all([client.close(), files?.close()])),
  };
}

async function check(client: ClickHouseClient): Promise<void> {
  const result = await client.ping({ select: true });
  if (!result.success) throw result.error;
}

async function readVersion(client: ClickHouseClient): Promise<string> {
  const result = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' });
  const [row] = await result.json<{ version: string }>();
  return row?.version ?? 'unknown';
}

async function readSize(client: ClickHouseClient): Promise<number> {
  const result = await client.query({
    query:
      'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
    format: 'JSONEachRow',
    abort_signal: AbortSignal.timeout(sizeWithinMs),
  });
  const [row] = await result.json<{ bytes: string }>();
  return Number(row?.bytes ?? 0);
}

async function probeWrite(client: ClickHouseClient, now: Date): Promise<void> {
  const id = newId();
  await client.insert({
    table: 'write_probe',
    values: [{ id, written_at: now.getTime() }],
    format: 'JSONEachRow',
  });
  const result = await client.query({
    query: 'SELECT count() AS found FROM write_probe WHERE id = {id:UUID}',
    query_params: { id },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ found: string }>();
  if (Number(row?.found) !== 1) throw new Error('a row that was just written cannot be read back');
}

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
import { summarizeDays } from './summarize-days.ts';
import {
  costVisitsMax,
  costWriteMsMax,
  readCostRows,
  distributeCost,
  reverseCost,
} from './distribute-cost.ts';

// The consumer of an export may pause for this long, for example on a slow connection.
const exportPauseMs = 600_000;
const sizeTimeoutMs = 5_000;

export function openClickHouseTraffic(url: string): TrafficStore {
  const client = openClickHouse(url);
  // Exports have a separate client, so that they do not block reports and the event feed.
  let exports: ClickHouseClient | undefined;
  const forExports = () => (exports ??= openClickHouse(url, { requestTimeoutMs: exportPauseMs }));
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
    streamReport: (request) => streamReport(forExports(), request),
    readFeed: (request) => readFeedPage(client, readWholeRows, request),
    readBriefFeed: (request) => readFeedPage(client, readBriefRows, request),
    readNewer: (request) => readNewerRows(client, request),
    streamFeed: (request) => streamFeedRows(forExports(), request),
    countDecided: (request, intervalMs) => countDecided(forExports(), request, intervalMs),
    countByRoute: (request) => countByRoute(client, request),
    readDecided: (request, selected) => readDecided(forExports(), request, selected),
    countVisits: (match, intervals) => countVisits(client, match, intervals),
    costVisitsMax,
    costWriteMsMax,
    distributeCost: (match, amount, batch) => distributeCost(client, match, amount, batch),
    reverseCost: (match, distributed, reversal) => reverseCost(client, match, distributed, reversal),
    readCostRows: (match, batch) => readCostRows(client, match, batch),
    completeClicks: (rows) => completeClicks(client, rows),
    eraseVisits: (keys) => eraseVisits(client, keys),
    shortenRetention: (change) => shortenRetention(client, change),
    // ClickHouse drops expired rows on its own (TTL).
    deleteExpired: () => Promise.resolve(0),
    summarizeDays: () => summarizeDays(forExports()),
    check: () => check(client),
    version: () => readVersion(client),
    sizeBytes: () => readSize(client),
    probeWrite: (now) => probeWrite(client, now),
    close: async () => void (await Promise.all([client.close(), exports?.close()])),
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
    abort_signal: AbortSignal.timeout(sizeTimeoutMs),
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
  if (Number(row?.found) !== 1) throw new Error('the probe row was written but not found');
}

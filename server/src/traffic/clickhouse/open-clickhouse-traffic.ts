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
import { findTokenValues } from './find-token-values.ts';
import { findClicks, findVisits } from './find-visits.ts';
import { createEventTarget, createOutboxTarget, lineColumns, outboxColumns } from './insert-batch.ts';
import { createClickTarget } from './insert-clicks.ts';
import { countVisits } from './match-visits.ts';
import { readReport, streamReport } from './reports/read-report.ts';
import { createAllShardsTarget } from './shards/all-shards-target.ts';
import { completeShardedClicks, joinErasures } from './shards/join-results.ts';
import { distributeShardedCost } from './shards/distribute-sharded-cost.ts';
import { openShards } from './shards/open-shards.ts';
import { openReader } from './shards/reader.ts';
import { refuseIncomplete } from './shards/refuse-incomplete.ts';
import { requireAllShards, requireKnownShards } from './shards/require-shards.ts';
import { shardUrls } from './shards/shard-layout.ts';
import { createShardPart } from './shards/shard-part.ts';
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

// Opens the traffic store on one server, or on several shards if there are several addresses.
export function openClickHouseTraffic(url: string): TrafficStore {
  const urls = shardUrls(url);
  return urls.length > 1 ? openSharded(urls) : openSingle(url);
}

function openSingle(url: string): TrafficStore {
  const client = openClickHouse(url);
  const known = { shards: 1 };
  const exports = openOnce(() =>
    refuseIncomplete(openClickHouse(url, { requestTimeoutMs: exportPauseMs }), known),
  );
  return {
    ...readingMethods(refuseIncomplete(client, known), exports.get),
    targets: {
      visits: createEventTarget(client),
      clicks: createClickTarget(client),
      outbox: createOutboxTarget(client),
    },
    distributeCost: (match, charge, batch) => distributeCost(client, match, charge, batch),
    reverseCost: (match, distributed, reversal) => reverseCost(client, match, distributed, reversal),
    completeClicks: (rows) => completeClicks(client, rows),
    eraseVisits: (keys) => eraseVisits(client, keys),
    shortenRetention: (change) => shortenRetention(client, change),
    check: async () => {
      await check(client);
      await requireKnownShards(client, known.shards, Date.now());
    },
    sizeBytes: () => readSize(client),
    probeWrite: (now) => probeWrite(client, now),
    close: async () => void (await Promise.all([client.close(), exports.close()])),
  };
}

function openSharded(urls: readonly string[]): TrafficStore {
  const [first = ''] = urls;
  const reader = openReader(first);
  const known = { shards: urls.length };
  const exports = openOnce(() =>
    refuseIncomplete(openReader(first, { requestTimeoutMs: exportPauseMs }), known),
  );
  const shards = openShards(urls);
  const clients = shards.map(({ client }) => client);
  const onAll = async <Result>(run: (client: ClickHouseClient) => Promise<Result>) =>
    await Promise.all(clients.map(run));
  return {
    ...readingMethods(refuseIncomplete(reader, known), exports.get),
    targets: {
      visits: createAllShardsTarget(
        shards.map((shard) => createShardPart(createEventTarget(shard.client), lineColumns, shard)),
      ),
      clicks: createAllShardsTarget(
        shards.map((shard) => createShardPart(createClickTarget(shard.client), lineColumns, shard)),
      ),
      outbox: createAllShardsTarget(
        shards.map((shard) => createShardPart(createOutboxTarget(shard.client), outboxColumns, shard)),
      ),
    },
    distributeCost: (match, charge, batch) => distributeShardedCost(clients, match, charge, batch),
    reverseCost: async (match, distributed, reversal) =>
      void (await onAll((client) => reverseCost(client, match, distributed, reversal))),
    completeClicks: (rows) => completeShardedClicks(clients, rows),
    eraseVisits: async (keys) => joinErasures(await onAll((client) => eraseVisits(client, keys))),
    shortenRetention: async (change) => void (await onAll((client) => shortenRetention(client, change))),
    check: async () => {
      await onAll(check);
      await requireAllShards(reader, urls.length);
    },
    sizeBytes: async () => (await onAll(readSize)).reduce((sum, bytes) => sum + bytes, 0),
    probeWrite: async (now) => void (await onAll((client) => probeWrite(client, now))),
    close: async () =>
      void (await Promise.all([reader.close(), exports.close(), ...clients.map((client) => client.close())])),
  };
}

type WritingMethod =
  | 'targets'
  | 'distributeCost'
  | 'reverseCost'
  | 'completeClicks'
  | 'eraseVisits'
  | 'shortenRetention'
  | 'check'
  | 'sizeBytes'
  | 'probeWrite'
  | 'close';

// Returns the methods that only read rows, with the same queries for one server and for several shards.
function readingMethods(
  client: ClickHouseClient,
  forExports: () => ClickHouseClient,
): Omit<TrafficStore, WritingMethod> {
  return {
    engine: 'ClickHouse',
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
    findTokenValues: (request) => findTokenValues(client, request),
    countVisits: (match, intervals) => countVisits(client, match, intervals),
    costVisitsMax,
    costWriteMsMax,
    readCostRows: (match, batch) => readCostRows(client, match, batch),
    // ClickHouse drops expired rows on its own (TTL).
    deleteExpired: () => Promise.resolve(0),
    summarizeDays: (expiringAfter) => summarizeDays(forExports(), expiringAfter),
    version: () => readVersion(client),
  };
}

// Exports have a separate client, so that they do not block reports and the event feed.
function openOnce(open: () => ClickHouseClient) {
  let client: ClickHouseClient | undefined;
  return { get: () => (client ??= open()), close: async () => await client?.close() };
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

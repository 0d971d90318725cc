import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../traffic-store.ts';
import { completeClicks } from './complete-clicks.ts';
import { TrafficConnections } from './connections.ts';
import {
  costVisitsMax,
  costWriteMsMax,
  countVisits,
  readCostRows,
  distributeCost,
  reverseCost,
} from './costs.ts';
import { countForCaps } from './count-for-caps.ts';
import { countByRoute, countDecided, readDecided } from './decided-visits.ts';
import { eraseVisits } from './erase-visits.ts';
import { briefRows, readFeed, readNewer, streamFeed, wholeRows } from './feed.ts';
import { findTokenValues } from './find-token-values.ts';
import { findClicks, findVisits } from './find-visits.ts';
import { readReport, streamReport } from './reports/read-report.ts';
import { deleteExpired, shortenRetention } from './retention.ts';
import { summarizeDays } from './summarize-days.ts';
import { createTargets } from './targets.ts';

// Exports have a separate pool, so that they do not block reports and the event feed.
const exportConnectionsMax = 8;
const limits = { timeoutMs: 10_000 };

export function openPostgresTraffic(
  url: string,
  { connectionsMax }: { connectionsMax: number },
): TrafficStore {
  const connections = new TrafficConnections(url, connectionsMax);
  // Health checks have a separate connection, so that they do not wait behind queries.
  const forChecks = new TrafficConnections(url, 1);
  let exports: TrafficConnections | undefined;
  const forExports = () => (exports ??= new TrafficConnections(url, exportConnectionsMax));
  return {
    engine: 'PostgreSQL',
    targets: createTargets(connections),
    findVisits: (keys) => findVisits(connections, keys),
    findClicks: (keys) => findClicks(connections, keys),
    countForCaps: (records) => countForCaps(connections, records),
    readReport: (request) => readReport(connections, request),
    streamReport: (request) => streamReport(forExports(), request),
    readFeed: (request) => readFeed(connections, wholeRows, request),
    readBriefFeed: (request) => readFeed(connections, briefRows, request),
    readNewer: (request) => readNewer(connections, request),
    streamFeed: (request) => streamFeed(forExports(), request),
    countDecided: (request, intervalMs) => countDecided(forExports(), request, intervalMs),
    countByRoute: (request) => countByRoute(connections, request),
    readDecided: (request, selected) => readDecided(forExports(), request, selected),
    findTokenValues: (request) => findTokenValues(connections, request),
    countVisits: (match, intervals) => countVisits(connections, match, intervals),
    costVisitsMax,
    costWriteMsMax,
    distributeCost: (match, amount, batch) => distributeCost(connections, match, amount, batch),
    reverseCost: (match, distributed, reversal) => reverseCost(connections, match, distributed, reversal),
    readCostRows: (match, batch) => readCostRows(connections, match, batch),
    completeClicks: (rows) => completeClicks(connections, rows),
    eraseVisits: (keys) => eraseVisits(connections, keys),
    shortenRetention: (change) => shortenRetention(connections, change),
    deleteExpired: (now) => deleteExpired(connections, now),
    summarizeDays: (expiringAfter) => summarizeDays(forExports(), expiringAfter),
    check: async () => void (await forChecks.asLogin((client) => client.query('SELECT 1'))),
    version: () => readVersion(connections),
    sizeBytes: () => readSize(connections),
    probeWrite: () => probeWrite(connections),
    close: async () => void (await Promise.all([connections.close(), forChecks.close(), exports?.close()])),
  };
}

async function readVersion(connections: TrafficConnections): Promise<string> {
  const { rows } = await connections.asLogin((client) =>
    client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`),
  );
  return rows[0]?.version ?? 'unknown';
}

async function readSize(connections: TrafficConnections): Promise<number> {
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<{ bytes: number }>(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes
      FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relkind = 'r'`,
    ),
  );
  return rows[0]?.bytes ?? 0;
}

// Probes the table of batches, because every write starts with that table.
async function probeWrite(connections: TrafficConnections): Promise<void> {
  const name = `probe-${newId()}`;
  await connections.asSystem(limits, (client) =>
    client.query('INSERT INTO traffic.batches (name) VALUES ($1)', [name]),
  );
  const { rowCount } = await connections.asSystem(limits, (client) =>
    client.query('DELETE FROM traffic.batches WHERE name = $1', [name]),
  );
  if (rowCount !== 1) throw new Error('the probe row was written but not found');
}

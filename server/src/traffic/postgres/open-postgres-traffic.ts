import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../traffic-store.ts';
import { completeClicks } from './complete-clicks.ts';
import { TrafficConnections } from './connections.ts';
import {
  costVisitsMax,
  costWriteMsMax,
  countVisits,
  readCostRows,
  spreadCost,
  withdrawCost,
} from './costs.ts';
import { countForCaps } from './count-for-caps.ts';
import { countByRoute, countDecided, readDecided } from './decided-visits.ts';
import { eraseVisits } from './erase-visits.ts';
import { briefRows, readFeed, readNewer, streamFeed, wholeRows } from './feed.ts';
import { findClicks, findVisits } from './find-visits.ts';
import { readReport, streamReport } from './reports/read-report.ts';
import { deleteExpired, shortenRetention } from './retention.ts';
import { createTargets } from './targets.ts';

// Files that take long must not keep reports and events waiting.
const fileConnectionsMax = 8;
const limits = { timeoutMs: 10_000 };

/** Traffic in PostgreSQL, in a schema of its own beside everything else. */
export function openPostgresTraffic(
  url: string,
  { connectionsMax }: { connectionsMax: number },
): TrafficStore {
  const connections = new TrafficConnections(url, connectionsMax);
  // Whether it answers is asked beside those who wait for an answer.
  const forChecks = new TrafficConnections(url, 1);
  let files: TrafficConnections | undefined;
  const forFiles = () => (files ??= new TrafficConnections(url, fileConnectionsMax));
  return {
    engine: 'PostgreSQL',
    targets: createTargets(connections),
    findVisits: (keys) => findVisits(connections, keys),
    findClicks: (keys) => findClicks(connections, keys),
    countForCaps: (records) => countForCaps(connections, records),
    readReport: (request) => readReport(connections, request),
    streamReport: (request) => streamReport(forFiles(), request),
    readFeed: (request) => readFeed(connections, wholeRows, request),
    readBriefFeed: (request) => readFeed(connections, briefRows, request),
    readNewer: (request) => readNewer(connections, request),
    streamFeed: (request) => streamFeed(forFiles(), request),
    countDecided: (request, stretchMs) => countDecided(forFiles(), request, stretchMs),
    countByRoute: (request) => countByRoute(connections, request),
    readDecided: (request, selected) => readDecided(forFiles(), request, selected),
    countVisits: (match, stretches) => countVisits(connections, match, stretches),
    costVisitsMax,
    costWriteMsMax,
    spreadCost: (match, amount, batch) => spreadCost(connections, match, amount, batch),
    withdrawCost: (match, spread, withdrawn) => withdrawCost(connections, match, spread, withdrawn),
    readCostRows: (match, batch) => readCostRows(connections, match, batch),
    completeClicks: (rows) => completeClicks(connections, rows),
    eraseVisits: (keys) => eraseVisits(connections, keys),
    shortenRetention: (cut) => shortenRetention(connections, cut),
    deleteExpired: (now) => deleteExpired(connections, now),
    check: async () => void (await forChecks.asLogin((client) => client.query('SELECT 1'))),
    version: () => readVersion(connections),
    sizeBytes: () => readSize(connections),
    probeWrite: () => probeWrite(connections),
    close: async () => void (await Promise.all([connections.close(), forChecks.close(), files?.close()])),
  };
}

async function readVersion(connections: TrafficConnections): Promise<string> {
  const { rows } = await connections.asLogin((client) =>
    client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`),
  );
  return rows[0]?.version ?? 'unknown';
}

/** Its months, their indexes and the rollups. */
async function readSize(connections: TrafficConnections): Promise<number> {
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<{ bytes: number }>(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes
      FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relkind = 'r'`,
    ),
  );
  return rows[0]?.bytes ?? 0;
}

/** By the name of a batch, which is what every write begins with. */
async function probeWrite(connections: TrafficConnections): Promise<void> {
  const name = `probe-${newId()}`;
  await connections.asSystem(limits, (client) =>
    client.query('INSERT INTO traffic.batches (name) VALUES ($1)', [name]),
  );
  const { rowCount } = await connections.asSystem(limits, (client) =>
    client.query('DELETE FROM traffic.batches WHERE name = $1', [name]),
  );
  if (rowCount !== 1) throw new Error('a row that was just written cannot be read back');
}

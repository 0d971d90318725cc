import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createLogger, type Logger } from '../server/src/platform/logger.ts';
import { switchCampaign } from '../server/src/services/campaigns/archive-campaigns.ts';
import { makeContext, systemActor, type ServiceContext } from '../server/src/services/context.ts';
import { publishWaiting } from '../server/src/services/publishing/publish-campaigns.ts';
import { readEdgeState } from '../server/src/services/publishing/read-served.ts';
import { Database } from '../server/src/store/database/database.ts';
import {
  connectionsPerEdge,
  startFollowingEdge,
  type FollowingEdge,
} from '../server/src/testing/edge/follow-edge.ts';
import { makeCampaign, makeWorkspace } from '../server/src/testing/workspaces/factories.ts';
import { startPostgresWithConnections } from '../server/src/testing/workspaces/postgres-with-connections.ts';
import { cpuWithChildren } from './processor-time.ts';
import { printTable, progress } from './report.ts';

const sizesByDefault = [10, 100, 500];
const changes = 20;
const idleSeconds = 10;

type Measured = { edges: number; connections: number; cpu: number; timesMs: number[] };

/**
 * Measures the load that many edges put on the database, and how fast a change reaches all of them. Each edge follows
 * publications with its own connections, as an edge process does, but all edges run in this process.
 */
export async function benchManyEdges({ edges }: { edges: number }): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const logger = createLogger({ role: 'bench', level: 'error', format: 'text' });
  const sizes = edges === 0 ? sizesByDefault : [edges];
  try {
    const connections = Math.max(...sizes) * connectionsPerEdge + 100;
    const engines = await startPostgresWithConnections(path, connections, logger);
    try {
      const url = engines.urls.postgres ?? '';
      const rows: Measured[] = [];
      for (const size of sizes) rows.push(await measure(size, { path, url, logger }));
      printTable(
        ['edges', 'connections', 'PostgreSQL, % of a core', 'µs per edge and second', 'p50 ms', 'max ms'],
        rows.map(describe),
      );
    } finally {
      await engines.stop();
    }
  } finally {
    rmSync(path, { recursive: true });
  }
}

async function measure(
  size: number,
  { path, url, logger }: { path: string; url: string; logger: Logger },
): Promise<Measured> {
  const database = new Database(url, { connectionsMax: 4 });
  const context = await makeWorkspace(database);
  const system = makeContext(database, systemActor('worker'));
  const { id } = await makeCampaign(context);
  await publishWaiting(system);
  progress(`starting ${size} edges`);
  const edges: FollowingEdge[] = [];
  for (let at = 0; at < size; at += 1)
    edges.push(await startFollowingEdge(mkdtempSync(join(path, 'edge-')), url, logger));
  const postmaster = Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const cpuBefore = cpuWithChildren(postmaster);
  await sleep(idleSeconds * 1_000);
  const cpu = (cpuWithChildren(postmaster) - cpuBefore) / idleSeconds;
  const connections = await countConnections(url);
  const timesMs: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const startedAt = performance.now();
    await switchCampaign(context, id, change % 2 === 0 ? 'paused' : 'active');
    await publishWaiting(system);
    await untilAllServe(edges, system);
    timesMs.push(performance.now() - startedAt);
  }
  await Promise.all(edges.map((edge) => edge.stop()));
  await database.close();
  return { edges: size, connections, cpu, timesMs };
}

async function untilAllServe(edges: readonly FollowingEdge[], context: ServiceContext): Promise<void> {
  const { sequence } = await readEdgeState(context);
  while (edges.some(({ follower }) => BigInt(follower.upTo) < BigInt(sequence))) await sleep(1);
}

async function countConnections(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    'SELECT count(*) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()',
  );
  await client.end();
  return Number(rows[0]?.count);
}

function describe({ edges, connections, cpu, timesMs }: Measured): string[] {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return [
    String(edges),
    String(connections),
    (cpu / 10_000).toFixed(1),
    (cpu / edges).toFixed(0),
    (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0),
    (sorted.at(-1) ?? 0).toFixed(0),
  ];
}

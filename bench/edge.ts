import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pollUntil } from '../server/src/platform/retry.ts';
import { findProcess, listParts } from '../server/src/testing/product/processes.ts';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { runLoad, type LoadResult } from './load.ts';
import { cpuByPart, cpuMicroseconds } from './processor-time.ts';
import { printTable, progress } from './report.ts';

const campaignsWanted = 1_000;
const requestsMade = 50_000;
const connections = 64;
const rounds = 5;
const leadMs = 5_000;

type EdgeBenchOptions = { seconds: number; visits: number };

/** Compares one edge process with a server that only redirects. Both are measured in the same run. */
export async function benchEdge(options: EdgeBenchOptions): Promise<void> {
  const environment = { WAYPOST_TRUSTED_PROXIES: '127.0.0.1', WAYPOST_LOG_LEVEL: 'warn' };
  const product = await startProduct({ environment });
  const bare = fork(join(import.meta.dirname, 'bare-redirect.ts'));
  try {
    const { campaignIds } = await fillWorkspace(product, campaignsWanted);
    await waitUntilServed(product, campaignIds.at(-1) ?? '');
    const requests = makeVisitRequests(campaignIds, requestsMade);
    const engine = listParts(product).includes('clickhouse') ? 'clickhouse' : 'postgres';
    const servers = {
      bare: { port: await portOf(bare), pid: bare.pid ?? 0 },
      edge: { port: Number(new URL(product.urls.edge).port), pid: findProcess(product, 'edge').pid },
      engine: { name: engineNames[engine], cpuMicroseconds: () => cpuByPart(product)[engine] ?? 0 },
    };
    await compare(servers, requests, options.seconds * 1_000);
    await printCounters(product);
    if (options.visits > 0)
      await watchMemory(product, servers.edge.port, { requests, visits: options.visits });
  } finally {
    bare.disconnect();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) =>
    child.once('message', (message) => resolve((message as { port: number }).port)),
  );
}

type Server = { port: number; pid: number };
const engineNames = { clickhouse: 'ClickHouse', postgres: 'PostgreSQL' };
type Engine = { name: string; cpuMicroseconds: () => number };
type Servers = { bare: Server; edge: Server; engine: Engine };
type Measured = LoadResult & { cpuMicroseconds: number; engineMicroseconds: number };
type Round = { bare: Measured; edge: Measured };

/**
 * Measures both servers. Visits reach the traffic store a few seconds after the edge has answered. The load on the edge
 * therefore starts before its measurement, and the reference is measured only after the engine has become idle.
 */
async function compare(servers: Servers, requests: readonly string[], durationMs: number): Promise<void> {
  const request = (n: number) => requests[n % requests.length] ?? '';
  const used = ({ pid }: Server) => [cpuMicroseconds(pid), servers.engine.cpuMicroseconds()];
  const measure = async (server: Server): Promise<Measured> => {
    const [before = 0, engineBefore = 0] = used(server);
    const result = await runLoad({ port: server.port, connections, request, durationMs });
    const [after = 0, engineAfter = 0] = used(server);
    return {
      ...result,
      cpuMicroseconds: (after - before) / result.requests,
      engineMicroseconds: (engineAfter - engineBefore) / result.requests,
    };
  };
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    await waitForRest(servers.engine);
    const bare = await measure(servers.bare);
    await runLoad({ port: servers.edge.port, connections, request, durationMs: leadMs });
    measured.push({ bare, edge: await measure(servers.edge) });
  }
  printRounds(measured, servers.engine.name);
}

function printRounds(measured: readonly Round[], engineName: string): void {
  const row = (name: string, pick: (round: Round) => number, digits: number) => {
    const values = measured.map(pick).toSorted((left, right) => left - right);
    const at = (part: number) => (values[Math.floor(part * (values.length - 1))] ?? 0).toFixed(digits);
    return [name, at(0.5), at(0), at(1)];
  };
  printTable(
    ['measurement', 'median', 'minimum', 'maximum'],
    [
      row('bare server, requests/s', ({ bare }) => bare.perSecond, 0),
      row('edge, requests/s', ({ edge }) => edge.perSecond, 0),
      row(
        'edge compared with bare server, %',
        ({ bare, edge }) => (100 * edge.perSecond) / bare.perSecond,
        1,
      ),
      row('bare server, p99 ms', ({ bare }) => bare.p99Ms, 2),
      row('edge, p99 ms', ({ edge }) => edge.p99Ms, 2),
      row('edge p99 / bare server p99', ({ bare, edge }) => edge.p99Ms / bare.p99Ms, 2),
      row('bare server, CPU µs per request', ({ bare }) => bare.cpuMicroseconds, 1),
      row('edge, CPU µs per request', ({ edge }) => edge.cpuMicroseconds, 1),
      row(`${engineName}, CPU µs per edge request`, ({ edge }) => edge.engineMicroseconds, 1),
      row('edge, failed requests', ({ edge }) => edge.failures, 0),
    ],
  );
}

const lookEveryMs = 500;
const restTimeoutMs = 30_000;

/** Waits until a process uses less than 5% of a core. */
async function waitForRest(engine: Engine): Promise<void> {
  let before = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = engine.cpuMicroseconds();
    const isAtRest = now - before < (lookEveryMs * 1_000) / 20;
    before = now;
    return isAtRest || undefined;
  };
  const isAtRest = await pollUntil(look, { timeoutMs: restTimeoutMs, intervalMs: lookEveryMs });
  if (isAtRest === undefined) progress(`${engine.name} is still busy; measuring the bare server anyway`);
}

async function readMetrics(product: Product): Promise<string[]> {
  return (await (await fetch(`${product.urls.status}/metrics`)).text()).split('\n');
}

/**
 * Prints the counters of the edge: rows on disk, rows that were not on disk yet when their request was answered, and
 * lost rows.
 */
async function printCounters(product: Product): Promise<void> {
  const lines = (await readMetrics(product)).filter((line) => /^waypost_edge_(?:rows|spool)/.test(line));
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

/** Measures the edge's memory use over many visits. */
async function watchMemory(
  product: Product,
  port: number,
  { requests, visits }: { requests: readonly string[]; visits: number },
): Promise<void> {
  const parts = 10;
  const rows: string[][] = [];
  for (let part = 1; part <= parts; part += 1) {
    progress(`memory: part ${part} of ${parts}`);
    const request = (n: number) => requests[n % requests.length] ?? '';
    await runLoad({ port, connections, request, requestsMax: visits / parts });
    rows.push([String((visits / parts) * part), await residentMiB(product)]);
  }
  printTable(['visits', 'resident, MiB'], rows);
}

async function residentMiB(product: Product): Promise<string> {
  const line = (await readMetrics(product)).find((one) =>
    /^waypost_process_resident_memory_bytes\{[^}]*role="edge"/.test(one),
  );
  return (Number(line?.split(' ').at(-1)) / 1024 ** 2).toFixed(0);
}

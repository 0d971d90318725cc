import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createWaypostClient } from '../client/waypost-client.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../server/src/testing/product/product.ts';
import { runLoad, type Load, type LoadResult } from './load.ts';
import { printTable, progress } from './report.ts';
import { writeRequest } from './write-request.ts';

const campaignsWanted = 10_000;
const connections = 32;
const rounds = 3;

type BenchStep = { name: string; load: Omit<Load, 'connections'> };

/** Compares the speed of the public API with that of a route that does nothing. Both are measured in the same run. */
export async function benchApi(options: { seconds: number }): Promise<void> {
  // Rate limiting stays on, but with limits that are too high to be reached.
  const environment = {
    WAYPOST_RATE_LIMIT: '10000000',
    WAYPOST_RATE_BURST: '10000000',
    WAYPOST_LOG_LEVEL: 'warn',
  };
  const product = await startProduct({ environment });
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'));
  try {
    const bareReady = new Promise<{ port: number }>((resolve) => bare.once('message', resolve as () => void));
    const steps = await prepare(product, (await bareReady).port, options.seconds * 1000);
    await measure(product, steps);
  } finally {
    bare.disconnect();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

type Measured = LoadResult & { share: number };

async function measure(product: Product, steps: BenchStep[]): Promise<void> {
  const results = new Map<string, Measured[]>(steps.map(({ name }) => [name, []]));
  // The steps are interleaved, so that a temporary slowdown affects all of them. Each step is compared with the
  // reference step of the same round.
  for (let round = 1; round <= rounds; round += 1) {
    let reference = 1;
    for (const [at, { name, load }] of steps.entries()) {
      await waitUntilQuiet(product);
      progress(`round ${round} of ${rounds}: ${name}`);
      const result = await runLoad({ ...load, connections });
      if (at === 0) reference = result.perSecond;
      results.get(name)?.push({ ...result, share: result.perSecond / reference });
    }
  }
  printTable(
    ['request', 'requests/s', 'compared with bare route', 'p50 ms', 'p99 ms', 'failed'],
    [...results].map(([name, measured]) => {
      const median = (pick: (one: Measured) => number) =>
        measured.map(pick).toSorted((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0;
      return [
        name,
        median(({ perSecond }) => perSecond).toFixed(0),
        `${(100 * median(({ share }) => share)).toFixed(1)} %`,
        median(({ p50Ms }) => p50Ms).toFixed(2),
        median(({ p99Ms }) => p99Ms).toFixed(2),
        String(measured.reduce((sum, { failures }) => sum + failures, 0)),
      ];
    }),
  );
}

/**
 * Waits until the worker has published all campaigns, so that the worker does not compete with the next measurement.
 */
async function waitUntilQuiet(product: Product): Promise<void> {
  for (let used = await workerSeconds(product), before = -1; used - before > 0.1;) {
    await setTimeout(1_000);
    before = used;
    used = await workerSeconds(product);
  }
}

async function workerSeconds(product: Product): Promise<number> {
  const page = await (await fetch(`${product.urls.status}/metrics`)).text();
  return Number(
    /^waypost_process_cpu_seconds_total\{[^}]*role="worker"[^}]*\} ([\d.e+-]+)/m.exec(page)?.[1] ?? NaN,
  );
}

function makeKey(product: Product): string {
  const [workspace] = lastJson<{ id: string }[]>(runCommand(product, ['workspace', 'list', '--json']));
  const options = { workspace: workspace?.id ?? '', label: 'Bench', scope: 'write', expires: '30' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return lastJson<{ token: string }>(runCommand(product, ['key', 'create', ...args, '--json'])).token;
}

/**
 * Fills a workspace and lists the requests to measure. The first four requests form a series in which each does more
 * work than the previous one.
 */
async function prepare(product: Product, barePort: number, durationMs: number): Promise<BenchStep[]> {
  const token = makeKey(product);
  const baseUrl = `${product.urls.panel}/api/v1`;
  const port = Number(new URL(baseUrl).port);
  const client = createWaypostClient({ baseUrl, token });
  const { id: trafficSourceId } = await client.createTrafficSource({ name: 'Source' });
  const { id: rotatorId } = await client.createRotator({ name: 'Rotator' });
  const newCampaign = (n: number) => ({
    name: `Campaign ${n}`,
    trafficSourceId,
    country: 'DE',
    cost: { mode: 'cpv', amount: 0.0125 },
    destination: { mode: 'use_rotator', rotatorId },
  });
  const ask = (method: string, path: string, body?: unknown) =>
    writeRequest({ port, token, method, path, body });
  progress(`creating ${campaignsWanted} campaigns`);
  await runLoad({
    port,
    connections: 8,
    requestsMax: campaignsWanted,
    request: (n) => ask('POST', '/campaigns', newCampaign(n)),
  });
  const { campaigns } = await client.listCampaigns({ query: { limit: 200 } });
  const idOf = (n: number) => campaigns[n % campaigns.length]?.id ?? '';
  const step = (name: string, request: Load['request'], at = port): BenchStep => ({
    name,
    load: { port: at, durationMs, request },
  });
  return [
    step('bare Fastify route', () => 'GET /campaigns/x HTTP/1.1\r\nhost: bench\r\n\r\n', barePort),
    step('Waypost without key: /healthz', () => 'GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n'),
    step('+ key and rate limit: whoami', () => ask('GET', '/whoami')),
    step('+ one record: read a campaign', (n) => ask('GET', `/campaigns/${idOf(n)}`)),
    step('list 100 campaigns', () => ask('GET', '/campaigns')),
    step('change a campaign', (n) =>
      ask('PATCH', `/campaigns/${idOf(n)}`, { cost: { amount: (n % 1000) / 1000 } }),
    ),
    step('create a campaign', (n) => ask('POST', '/campaigns', newCampaign(n))),
  ];
}

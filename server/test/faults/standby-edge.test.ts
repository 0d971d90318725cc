import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readServerPid } from '../../src/engines/postgres/leftovers.ts';
import { createWaypostClient } from '../../../client/waypost-client.ts';
import { isRunning, waitForExit } from '../../src/platform/process-identity.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { findProcess, hasLoggedStopping, waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { beginRequest, postRequest } from '../../src/testing/http/begin-request.ts';
import { startEdgeProcess } from '../../src/testing/product/edge-process.ts';
import {
  command,
  launch,
  readFirstWorkspace,
  removeDataDirectory,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { runLanes } from '../../src/testing/lanes.ts';
import {
  countVisits,
  trackWorkspace,
  type TrackedWorkspace,
} from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { start } = useProducts();

// Visitors are redirected only after the visit is on disk, so every answered visit must be recorded.
const environment = {
  ...lightStoreEnvironment,
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};
// Number of connections that `startTraffic` uses at the same time.
const connections = 8;
const fallbackUrl = 'https://fallback.example/';
const scriptMessage = postRequest('/v', '{}');
// Longer than a stopping process keeps idle connections open, or, in a full run, longer than the timeout for stopping
// the installation.
const slowRequestMs = rounds(1_500, 9_000);

describe('an installation with a standby edge', () => {
  let product: Product;
  let tracked: TrackedWorkspace;

  beforeAll(async () => {
    product = await startProduct({ environment });
    tracked = await trackWorkspace(product);
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  test('killing an edge aborts only the requests that it was answering, because a standby edge takes over', async () => {
    await waitUntilAllReady(product);
    const traffic = startTraffic(tracked.link, tracked.clickIds, { keepAlive: false });
    const names = ['edge', 'edge-2'] as const;
    const kills = rounds(2, 50);
    for (let round = 0; round < kills; round += 1) {
      const before = traffic.answered.size;
      await waitUntil(() => traffic.answered.size > before + 100);
      // The edges take turns: the restarted edge is on standby for the other edge.
      const victim = findProcess(product, names[round % 2] ?? 'edge').pid;
      process.kill(victim, 'SIGKILL');
      await waitUntil(async () => (await listReadyEdges(product.urls.status)) === names.length);
    }
    await traffic.stop();
    expect(traffic.others).toEqual([]);
    expect(traffic.failures.filter((code) => code !== 'ECONNRESET')).toEqual([]);
    expect(traffic.failures.length).toBeLessThanOrEqual(kills * connections);
    await expectEachRecordedOnce(product, tracked.workspaceId, traffic.answered);
  });

  test('`waypost restart` replaces all processes, and no request fails', async () => {
    await waitUntilAllReady(product);
    const onNewConnections = startTraffic(tracked.link, tracked.clickIds, { keepAlive: false });
    const onKeptConnections = startTraffic(tracked.link, tracked.clickIds);
    const api = startApiRequests(product.urls.panel);
    const slowRequests = {
      api: await beginRequest(
        product.urls.panel,
        postRequest('/api/v1/campaigns', '{}', authorization(product)),
      ),
      edge: await beginRequest(product.urls.edge, scriptMessage),
    };
    const restarts = rounds(1, 50);
    for (let round = 0; round < restarts; round += 1) {
      const before = listPids(product);
      const restarting = restart(product);
      // A process that has been replaced first finishes the requests that it has received.
      for (const role of round === 0 ? (['api', 'edge'] as const) : []) {
        await waitUntil(() => hasLoggedStopping(product, role));
        await sleep(slowRequestMs);
        expect(await slowRequests[role].finish()).toMatch(/^HTTP\/1\.1 (?:204|400) /);
      }
      expect(await restarting).toBe('Restarted api, edge, edge-2, worker.\n');
      expect(listPids(product).filter((pid) => before.includes(pid))).toEqual([]);
    }
    await Promise.all([onNewConnections.stop(), onKeptConnections.stop(), api.stop()]);
    for (const traffic of [onNewConnections, onKeptConnections]) {
      // A process that stops closes idle connections after a second. A client that is delayed for longer loses a request.
      expect(traffic.failures.filter((code) => code !== 'ECONNRESET')).toEqual([]);
      expect(traffic.failures.length).toBeLessThanOrEqual(restarts);
      expect(traffic.others).toEqual([]);
      await expectEachRecordedOnce(product, tracked.workspaceId, traffic.answered);
    }
    expect(api.failures).toEqual([]);
    expect(api.answered()).toBeGreaterThan(100);
  });

  test('a standby edge serves visitors while the edge that it replaces is still finishing a request', async () => {
    await waitUntilAllReady(product);
    const traffic = startTraffic(tracked.link, tracked.clickIds, { keepAlive: false });
    const stopped = findProcess(product, 'edge');
    // The edge cannot exit before this request is complete.
    await beginRequest(product.urls.edge, scriptMessage);
    const started = traffic.answered.size;
    await waitUntil(() => traffic.answered.size > started + 10);
    process.kill(stopped.pid, 'SIGTERM');
    // For a second, the stopping edge still answers on connections that it has already accepted.
    await sleep(1_200);
    const before = traffic.answered.size;
    await waitUntil(() => traffic.answered.size > before + 10);
    expect(isRunning(stopped)).toBe(true);
    expect(await waitForExit(stopped, hangLimitMs)).toBe(true);
    await traffic.stop();
    expect(traffic.failures).not.toContain('ECONNREFUSED');
    await waitUntilAllReady(product);
  });
});

// Takes half a minute.
fullTest('a frozen edge makes the installation unavailable until it is killed and replaced', async () => {
  const product = await start({ environment });
  await waitUntilAllReady(product);
  const frozen = findProcess(product, 'edge');
  process.kill(frozen.pid, 'SIGSTOP');
  expect(await readStatus(product.urls.status)).toBe('unavailable');
  expect(await waitForExit(frozen, hangLimitMs)).toBe(true);
  await waitUntilAllReady(product);
});

test('after a restart, the edge serves visitors before PostgreSQL accepts connections', async () => {
  const first = await start({ environment: lightStoreEnvironment });
  const { dataDirectory } = first;
  const { link, clickIds } = await trackWorkspace(first);
  await first.stop();
  const { port } = new URL(first.urls.edge);
  const { second, thaw } = await launchWithFrozenPostgres(dataDirectory, port);
  const traffic = startTraffic(link, clickIds);
  try {
    await waitUntil(() => traffic.answered.size > 20);
    expect(second.output()).not.toContain('engines ready');
    expect(second.output()).not.toContain('failed to read configuration');
    thaw();
    await waitUntil(() => second.output().includes('Waypost is running.'));
  } finally {
    await traffic.stop();
    await second.stop();
  }
  expect(traffic.others).toEqual([]);
});

test('after `waypost restart`, a start without PostgreSQL serves the latest configuration', async () => {
  const first = await start({ environment: { ...lightStoreEnvironment, WAYPOST_EDGE_STANDBY: 'off' } });
  const tracked = await trackWorkspace(first);
  // The new edge uses another slot of the spool, while the next start uses the first slot again.
  await restart(first);
  const client = createWaypostClient({ baseUrl: `${first.urls.panel}/api/v1`, token: tracked.token });
  await client.updateCampaign(tracked.campaignId, { status: 'paused' });
  await waitUntil(async () => (await requestVisit(tracked.link)).startsWith(fallbackUrl));
  await first.stop();
  // Nothing listens on port 1.
  const nowhere = 'postgres://waypost@127.0.0.1:1/waypost';
  const edge = await startEdgeProcess(first, join(first.dataDirectory, 'spool'), {
    WAYPOST_DATABASE_URL: nowhere,
  });
  try {
    expect(await requestVisit(`${edge.url}/c/${tracked.campaignId}`)).toContain(fallbackUrl);
  } finally {
    await edge.stop();
  }
});

/** Starts an installation whose embedded PostgreSQL does not accept connections until `thaw` is called. */
async function launchWithFrozenPostgres(dataDirectory: string, port: string) {
  for (;;) {
    const second = launch({
      dataDirectory,
      environment: { ...lightStoreEnvironment, WAYPOST_EDGE_PORT: port },
    });
    const findServer = () => readServerPid(join(dataDirectory, 'postgres'));
    await waitUntil(() => findServer() !== undefined);
    const server = findServer() ?? 0;
    process.kill(server, 'SIGSTOP');
    await sleep(300);
    if (!second.output().includes('engines ready'))
      return { second, thaw: () => process.kill(server, 'SIGCONT') };
    // This process was delayed, so the server was ready before it was frozen. The launch is repeated.
    process.kill(server, 'SIGCONT');
    await second.stop();
  }
}

async function requestVisit(link: string): Promise<string> {
  const { headers } = await fetch(link, { method: 'HEAD', redirect: 'manual' });
  return headers.get('location') ?? '';
}

async function restart(product: Product): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'restart'], {
    env: product.environment,
  });
  return stdout;
}

async function expectEachRecordedOnce(
  product: Product,
  workspaceId: string,
  answered: ReadonlySet<string>,
): Promise<void> {
  let counts = new Map<string, number>();
  await waitUntil(async () => {
    counts = await countVisits(product, workspaceId);
    return [...answered].every((id) => counts.has(id));
  });
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
}

function startApiRequests(panelUrl: string) {
  const failures: unknown[] = [];
  let answered = 0;
  const { stop } = runLanes(async () => {
    const response = await fetch(`${panelUrl}/api/v1/campaigns`, { headers: { connection: 'close' } }).catch(
      (error: unknown) => void failures.push(error),
    );
    // Without a key, every request is rejected with 401.
    if (response !== undefined && response.status !== 401) failures.push(response.status);
    answered += 1;
    return true;
  });
  return { failures, answered: () => answered, stop };
}

function authorization(product: Product): string {
  return `Authorization: Bearer ${readFirstWorkspace(product).token}\r\n`;
}

function listPids(product: Product): number[] {
  return (['api', 'edge', 'edge-2', 'worker'] as const).map((name) => findProcess(product, name).pid);
}

async function readStatus(status: string): Promise<string> {
  const response = await fetch(`${status}/readyz`);
  return ((await response.json()) as { status: string }).status;
}

async function listReadyEdges(status: string): Promise<number> {
  const response = await fetch(`${status}/readyz`);
  const { checks } = (await response.json()) as { checks: { name: string; ok: boolean }[] };
  return checks.filter(({ name, ok }) => /^edge(?:-\d+)?$/.test(name) && ok).length;
}

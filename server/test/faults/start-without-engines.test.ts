import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { isRunning, signalProcess, type ProcessIdentity } from '../../src/platform/process-identity.ts';
import { startEnginesBehindProxies } from '../../src/testing/faults/engines-behind-proxies.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { productEnvironment, runCommand } from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { launch, newDirectory, start } = useProducts();
let engines: Awaited<ReturnType<typeof startEnginesBehindProxies>>;
beforeAll(async () => (engines = await startEnginesBehindProxies('postgres')));
afterAll(async () => await engines.stop());

// Commands run synchronously, so they cannot use the proxies of this process.
const commandsOf = (dataDirectory: string, environment: Record<string, string>) =>
  productEnvironment(dataDirectory, { ...environment, ...engines.directEnvironment });

test('a start with something to serve waits for PostgreSQL and restarts roles that die, while edges serve', async () => {
  const dataDirectory = newDirectory();
  const environment = {
    ...engines.environment,
    WAYPOST_PORT: String(takePort()),
    WAYPOST_EDGE_PORT: String(takePort()),
    WAYPOST_METRICS_PORT: String(takePort()),
  };
  const commands = { environment: commandsOf(dataDirectory, environment) };
  expect(runCommand(commands, ['migrate']).code).toBe(exitCodes.done);
  const first = await start({ dataDirectory, environment });
  const tracked = await trackWorkspace({ ...first, ...commands });
  await first.stop();

  engines.proxies.get('postgres')?.cut();
  const second = launch({ dataDirectory, environment });
  await waitUntil(() => second.output().includes('start: waiting for PostgreSQL'));
  await waitUntil(
    async () =>
      await fetch(`${first.urls.edge}/healthz`).then(
        (response) => response.ok,
        () => false,
      ),
  );
  const edge = readRole(dataDirectory, 'edge');
  const traffic = startTraffic(tracked.link, tracked.clickIds, { keepAlive: false });
  await waitUntil(() => traffic.answered.size > 20);
  const response = await fetch(`${first.urls.status}/readyz`);
  expect(response.status).toBe(503);
  expect(((await response.json()) as { checks: object[] }).checks).toContainEqual(
    expect.objectContaining({ name: 'start', ok: false, message: 'is waiting for PostgreSQL' }),
  );
  expect(runCommand(commands, ['doctor']).stdout).toContain('start is waiting for PostgreSQL since');

  const previous = readRole(dataDirectory, 'worker');
  engines.proxies.get('postgres')?.accept();
  const isStarting = () => {
    const worker = readRole(dataDirectory, 'worker');
    return worker !== undefined && worker.pid !== previous?.pid && isRunning(worker) ? worker : undefined;
  };
  await waitUntil(() => isStarting() !== undefined);
  const worker = isStarting();
  if (worker !== undefined) signalProcess(worker, 'SIGKILL');
  await waitUntil(() => second.output().includes('Waypost is running.'));
  expect(second.output()).toContain('start: waiting for worker');
  await waitUntilAllReady({ ...second, urls: first.urls });
  await traffic.stop();
  expect(traffic.others).toEqual([]);
  // On a busy machine, an edge closes connections on which no request arrives in time.
  expect(traffic.failures.filter((code) => code !== 'ECONNRESET')).toEqual([]);
  expect(readRole(dataDirectory, 'edge')).toEqual(edge);
});

test('a start with nothing to serve ends if PostgreSQL cannot be reached', async () => {
  const launched = launch({
    dataDirectory: newDirectory(),
    // Nothing listens on port 1.
    environment: {
      WAYPOST_DATABASE_URL: 'postgres://waypost@127.0.0.1:1/waypost',
      WAYPOST_TRAFFIC_STORE: 'postgres',
    },
  });
  expect(await launched.exited).toBe(exitCodes.engineUnavailable);
  expect(launched.output()).toContain('waypost: PostgreSQL cannot be reached: ');
});

function readRole(dataDirectory: string, name: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, 'run', `${name}.json`), 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

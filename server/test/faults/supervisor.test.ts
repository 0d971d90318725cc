import { copyFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { waitForExit } from '../../src/platform/process-identity.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import {
  findAllProcesses,
  findProcess,
  readParentPid,
  waitUntilAllReady,
  hasLoggedStopping,
} from '../../src/testing/product/processes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { launch } from '../../src/testing/product/product.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';
import { beginRequest } from '../../src/testing/http/begin-request.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { newDirectory, start } = useProducts();

describe('after SIGKILL', () => {
  test('of the supervisor, the next start works and replaces all processes', async () => {
    let product = await start();
    const { dataDirectory } = product;
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const before = findAllProcesses(product);
      product.process.kill('SIGKILL');
      await new Promise((resolve) => product.process.once('exit', resolve));
      product = await start({ dataDirectory });
      await waitUntilAllReady(product);
      for (const identity of before) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
    }
  });

  test('of a supervisor that runs a copy of the Node executable, every process exits', async () => {
    const runtime = join(newDirectory(), 'node');
    copyFileSync(process.execPath, runtime);
    const product = await start({ environment: lightStoreEnvironment, runtime });
    const all = findAllProcesses(product);
    product.process.kill('SIGKILL');
    for (const identity of all) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
  });

  test('of all processes at once, including engines, the next start works', async () => {
    const product = await start();
    const { dataDirectory } = product;
    const all = findAllProcesses(product);
    product.process.kill('SIGKILL');
    for (const identity of all) process.kill(identity.pid, 'SIGKILL');
    await product.exited;
    await waitUntilAllReady(await start({ dataDirectory }));
  });

  fullTest('of the shell that watches PostgreSQL, the orphaned server is replaced', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const before = findProcess(product, 'postgres');
    process.kill(readParentPid(before.pid), 'SIGKILL');
    expect(await waitForExit(before, hangLimitMs)).toBe(true);
    await waitUntilAllReady(product);
    expect(findProcess(product, 'postgres').pid).not.toBe(before.pid);
  });
});

const signals = [
  ['SIGKILL', {}],
  ['SIGTERM', lightStoreEnvironment],
] as const;
for (const [signal, environment] of signals)
  fullTest(
    `${signal} to the whole process group leaves a data directory that the next start can use`,
    async () => {
      const product = await start({ ownGroup: true, environment });
      const { dataDirectory } = product;
      process.kill(-(product.process.pid ?? 0), signal);
      const code = await product.exited;
      expect(code).toBe(signal === 'SIGKILL' ? null : 0);
      await waitUntilAllReady(await start({ dataDirectory, environment }));
    },
  );

describe('a second start on the same data directory', () => {
  test('fails with a message, while the first instance keeps serving and stops without errors', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const second = launch({ dataDirectory: product.dataDirectory });
    expect(await second.exited).toBe(exitCodes.dataDirectory);
    expect(second.output()).toContain(
      `waypost: Waypost is already running in ${product.dataDirectory} (process ${product.process.pid}, panel at ${product.urls.panel})`,
    );
    expect((await fetch(`${product.urls.panel}/readyz`)).status).toBe(200);

    // The first instance stops normally and logs no failures.
    expect(await product.stop()).toBe(0);
    const lines = product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string });
    // Warnings from the edge about outdated GeoIP databases are expected.
    const unexpected = lines.filter(({ level, msg }) => level > 30 && !msg.includes('more than 90 days ago'));
    expect(unexpected).toEqual([]);
    expect(lines.length).toBeGreaterThan(5);
  });
});

describe('a graceful shutdown', () => {
  test('completes requests that have already started on the API and the edge', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const bases = [product.urls.panel, product.urls.edge];
    const requests = await Promise.all(bases.map((base) => beginRequest(base)));
    // If a server has answered a later request, it has also received the earlier request.
    for (const base of bases) expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await sleep(100);
    product.process.kill('SIGTERM');
    await waitUntil(() => ['api', 'edge'].every((role) => hasLoggedStopping(product, role)));
    for (const request of requests) expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await product.exited).toBe(0);
  });

  test('does not reset reused connections', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const agent = new Agent({ keepAlive: true });
    const failures: string[] = [];
    let answers = 0;
    const clients = [product.urls.panel, product.urls.edge].flatMap((url) =>
      Array.from({ length: 6 }, async () => {
        for (;;) {
          const outcome = await getOnce(`${url}/healthz`, agent);
          if (outcome === 'answered') answers += 1;
          else if (outcome.wasReused) failures.push(outcome.code);
          else return;
        }
      }),
    );
    await waitUntil(() => answers > 100);
    product.process.kill('SIGTERM');
    await Promise.all(clients);
    agent.destroy();
    expect(await product.exited).toBe(0);
    expect(failures).toEqual([]);
  });

  test('does not wait for a client that never finishes its request', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const all = findAllProcesses(product);
    const { socket } = await beginRequest(product.urls.panel);
    socket.on('error', () => undefined);
    const api = findProcess(product, 'api');
    product.process.kill('SIGTERM');
    // A role that waits for the client is killed after seven seconds. A role that does not wait exits within a tenth of
    // a second.
    expect(await waitForExit(api, 6_500)).toBe(true);
    await product.exited;
    for (const identity of all) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
  });

  test('ends immediately on a second Ctrl-C', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const all = findAllProcesses(product);
    // A frozen role delays the shutdown by several seconds.
    process.kill(findProcess(product, 'api').pid, 'SIGSTOP');
    product.process.kill('SIGINT');
    await waitUntil(() => hasLoggedStopping(product, 'supervisor'));
    // A second signal within this time is treated as part of the same key press.
    await sleep(700);
    product.process.kill('SIGINT');
    // A graceful shutdown has a different exit code, even if it times out.
    expect(await product.exited).toBe(130);
    for (const identity of all) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
  });
});

async function getOnce(
  url: string,
  agent: Agent,
): Promise<'answered' | { wasReused: boolean; code: string }> {
  return await new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve('answered'));
      response.once('error', (error) => resolve({ wasReused: true, code: error.message }));
    });
    request.once('error', (error) => resolve({ wasReused: request.reusedSocket, code: error.message }));
  });
}

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  openRaw,
  parseResponses,
  writeRequest,
  type RawConnection,
} from '../../src/testing/http/raw-http.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { findProcess } from '../../src/testing/product/processes.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';

const mebibyte = 1024 * 1024;
const idleConnections = 3_000;
const requestsPerConnection = 50;
const lanes = 4;

let product: Product;
let tracked: TrackedWorkspace;
let port: number;

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  tracked = await trackWorkspace(product);
  port = Number(new URL(product.urls.edge).port);
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

function residentBytes(): number {
  const status = readFileSync(`/proc/${findProcess(product, 'edge').pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function openFilesMax(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

async function connectAll(count: number): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  while (connections.length < count) {
    const batch = Array.from({ length: Math.min(200, count - connections.length) }, () => openRaw(port));
    await Promise.all(batch.map(({ socket }) => once(socket, 'connect')));
    connections.push(...batch);
  }
  return connections;
}

/** Builds the nth hostile request. No two requests are the same, so that a cache without a limit would grow. */
function buildHostileRequest(number: number, isLast: boolean): string {
  const { campaignId } = tracked;
  const text = `${number.toString(36)}${'x'.repeat(number % 97 === 0 ? 20_000 : 300)}`;
  const headers = {
    host: `${number}.example`,
    'user-agent': `Agent/${text}`,
    'accept-language': `${text.slice(0, 2_000)},de`,
    'sec-ch-ua': `"${text.slice(0, 500)}";v="1"`,
    'sec-ch-ua-platform': text.slice(0, 500),
    referer: `https://${number}.example/?${text.slice(0, 900)}`,
    cookie: `wpv=${text.slice(0, 400)}; wps=${text.slice(0, 400)}`,
    ...(isLast ? { connection: 'close' } : {}),
  };
  const query = `url=//evil.example&token1=${text.slice(0, 500)}&cid=${number}&tag=${number}`;
  const body = JSON.stringify({ c: campaignId, u: `https://${number}.example/`, r: text.slice(0, 500) });
  const targets = [`/c/${campaignId}?${query}`, `/c/${newId()}?${query}`, `/go?${query}`, `/p.gif?${query}`];
  const target = targets[number % 5];
  return target === undefined
    ? writeRequest('POST', '/v', { ...headers, 'content-length': String(body.length) }, body)
    : writeRequest('GET', target, headers);
}

async function flood(from: number, count: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = from;
  const lane = async () => {
    while (next < from + count) {
      const first = next;
      next += requestsPerConnection;
      const { socket, closed } = openRaw(port);
      const all = Array.from({ length: requestsPerConnection }, (_, index) =>
        buildHostileRequest(first + index, index === requestsPerConnection - 1),
      );
      socket.write(all.join(''));
      socket.once('end', () => socket.destroy());
      for (const { status } of parseResponses(await closed))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return statuses;
}

async function expectServed(): Promise<void> {
  const { status, headers } = await fetch(tracked.link, { redirect: 'manual' });
  expect([status, headers.get('location')?.startsWith('https://page.example/lp?cid=')]).toEqual([302, true]);
}

async function countFailures(): Promise<number> {
  const text = await (await fetch(`${product.urls.status}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('waypost_edge_oddities_total'));
  expect(lines.length).toBeGreaterThan(0);
  return lines
    .filter((line) => line.includes('kind="failure"'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('the edge serves visitors despite thousands of idle, slow and unread connections', async ({ skip }) => {
  if (process.platform !== 'linux') skip('needs /proc of Linux');
  if (openFilesMax() < idleConnections + 500)
    skip(`${openFilesMax()} open files are not enough for ${idleConnections} connections`);
  const before = residentBytes();
  const idle = await connectAll(idleConnections);
  // Each idle connection takes about 10 KB.
  expect(residentBytes() - before).toBeLessThan(100 * mebibyte);
  const dripping = await connectAll(50);
  const unread = await connectAll(50);
  const begin = `GET /c/${tracked.campaignId} HTTP/1.1\r\nhost: a\r\n`;
  for (const { socket } of dripping) socket.write(begin);
  const drip = setInterval(() => {
    for (const { socket } of dripping) if (socket.writable) socket.write('x: y\r\n');
  }, 200);
  for (const { socket } of unread) socket.pause().write(`${begin}\r\n`.repeat(2_000));
  for (const { socket } of [...idle, ...dripping]) socket.once('end', () => socket.destroy());
  try {
    await expectServed();
    // The unread connections send 100,000 simultaneous requests, most of which are not accepted. Accepting all of these
    // requests would take a gigabyte.
    expect(residentBytes() - before).toBeLessThan(350 * mebibyte);
    await Promise.all([...idle, ...dripping].map(({ closed }) => closed));
    await expectServed();
    expect(await countFailures()).toBe(0);
  } finally {
    clearInterval(drip);
    for (const { socket } of [...idle, ...dripping, ...unread]) socket.destroy();
  }
});

test('the edge answers every hostile request without retaining memory for it', async ({ skip }) => {
  if (process.platform !== 'linux') skip('needs /proc of Linux');
  const count = rounds(10_000, 200_000);
  const warmUp = rounds(4_000, 10_000);
  // Fills caches and lets the garbage collector settle.
  await flood(0, warmUp);
  const before = residentBytes();
  const statuses = await flood(warmUp, count);
  expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([200, 302, 404]);
  expect([...statuses.values()].reduce((sum, number) => sum + number, 0)).toBe(count);
  await expectServed();
  // The limit allows for memory that has not been collected yet. Keeping all of these requests would take twice as much
  // memory.
  expect(residentBytes() - before).toBeLessThan(300 * mebibyte);
  expect(await countFailures()).toBe(0);
});

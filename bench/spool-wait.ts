import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { sendPaced } from './paced-load.ts';
import { printTable, progress } from './report.ts';
import { readCounter } from './read-counter.ts';

const campaignsWanted = 100;
const visitsPerSecond = 1_000;
const waitsMs = [25, 100, 250, 1_000];
// Load levels, as the number of busy processes. The edge and its clients count as one process. The additional processes
// alternate between keeping the disk busy and keeping a processor busy.
const loads = [1, 4, 16];

// Keeps a processor busy. With a file as the argument, keeps the disk busy instead by writing and syncing 32 MiB in a
// loop.
const busyProgram = `
  const { openSync, writeSync, fdatasyncSync } = require('node:fs');
  const [, path] = process.argv;
  if (path === undefined) for (;;);
  const file = openSync(path, 'w');
  const content = Buffer.alloc(32 * 1024 * 1024, 1);
  for (;;) {
    writeSync(file, content, 0, content.length, 0);
    fdatasyncSync(file);
  }`;

/**
 * Compares limits on how long the edge waits for the disk. Reports the share of late answers and the response times for
 * each limit on a busy machine.
 */
export async function benchSpoolWait({ seconds }: { seconds: number }): Promise<void> {
  const rows: string[][] = [];
  for (const waitMs of waitsMs) {
    const product = await startProduct({
      environment: {
        WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
        WAYPOST_LOG_LEVEL: 'warn',
        WAYPOST_SPOOL_WAIT_MS: String(waitMs),
      },
    });
    try {
      const { campaignIds } = await fillWorkspace(product, campaignsWanted);
      await waitUntilServed(product, campaignIds.at(-1) ?? '');
      const requests = makeVisitRequests(campaignIds, 10_000);
      // Warms up the JIT compiler.
      await measure(product, requests, { load: 1, seconds });
      for (const load of loads) {
        progress(`wait ${waitMs} ms, load ${load}`);
        rows.push([String(load), String(waitMs), ...(await measure(product, requests, { load, seconds }))]);
      }
    } finally {
      await product.stop();
      removeDataDirectory(product.dataDirectory);
    }
  }
  const sorted = rows.toSorted((left, right) => Number(left[0]) - Number(right[0]));
  printTable(['load', 'wait, ms', 'late, %', 'median, ms', 'p99, ms', 'max, ms', 'failed'], sorted);
}

async function measure(
  product: Product,
  requests: readonly string[],
  { load, seconds }: { load: number; seconds: number },
): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-busy-'));
  const busy = Array.from({ length: load - 1 }, (_, at) =>
    spawn(process.execPath, ['-e', busyProgram, ...(at % 2 === 0 ? [join(directory, String(at))] : [])]),
  );
  try {
    const before = await readCounter(product, 'waypost_edge_answers_total', 'late');
    const { answered, failures, latenciesMs } = await sendPaced({
      port: Number(new URL(product.urls.edge).port),
      perSecond: visitsPerSecond,
      seconds,
      status: 302,
      request: (n) => requests[n % requests.length] ?? '',
    });
    const late = (await readCounter(product, 'waypost_edge_answers_total', 'late')) - before;
    const sorted = latenciesMs.toSorted((left, right) => left - right);
    const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
    return [((100 * late) / (answered + failures)).toFixed(2), at(0.5), at(0.99), at(1), String(failures)];
  } finally {
    await Promise.all(busy.map(stop));
    rmSync(directory, { recursive: true });
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

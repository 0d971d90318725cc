import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createWaypostClient } from '../client/waypost-client.ts';
import { systemCode } from '../server/src/platform/errors.ts';
import { pollUntil } from '../server/src/platform/retry.ts';
import {
  command,
  removeDataDirectory,
  startProduct,
  type Product,
} from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { printTable, progress } from './report.ts';

const campaignsWanted = 100;
const defaultRate = 2_000;
const defaultRestarts = 5;
const tickMs = 2;
// Time without a restart before the first one and after each.
const calmMs = 4_000;
const shippedWithinMs = 60_000;

type Answer = { sentAt: number; ms: number };

/**
 * Runs `waypost restart` again and again while visitors arrive at a steady rate, each on a new connection. Compares
 * response times during restarts with those between them, and counts failed and lost visits.
 */
export async function benchRestart(options: { rate: number; restarts: number }): Promise<void> {
  const rate = options.rate || defaultRate;
  const restarts = options.restarts || defaultRestarts;
  const product = await startProduct({
    environment: {
      WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
      WAYPOST_LOG_LEVEL: 'warn',
      WAYPOST_EDGE_STANDBY: 'on',
      // Answers only once the visit is on disk, so that every answered visit must be recorded.
      WAYPOST_SPOOL_WAIT_MS: '20000',
    },
  });
  try {
    const { campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    await waitUntilServed(product, campaignIds.at(-1) ?? '');
    const before = await countRecorded(product, token);
    const load = startVisitors(product, makeVisitRequests(campaignIds, 10_000), rate);
    const switches: { from: number; to: number }[] = [];
    await sleep(calmMs);
    for (let round = 1; round <= restarts; round += 1) {
      progress(`restart ${round} of ${restarts}`);
      const from = performance.now();
      await promisify(execFile)(process.execPath, [command, 'restart'], { env: product.environment });
      switches.push({ from, to: performance.now() });
      await sleep(calmMs);
    }
    await load.stop();
    const { answers, failures } = load;
    const isDuring = ({ sentAt }: Answer) => switches.some(({ from, to }) => sentAt >= from && sentAt < to);
    printTable(
      ['visits', 'answered', 'median, ms', 'p99, ms', 'max, ms'],
      [
        ['during restarts', ...summarize(answers.filter(isDuring))],
        ['between restarts', ...summarize(answers.filter((answer) => !isDuring(answer)))],
      ],
    );
    const recorded = await waitUntilRecorded(product, token, before + answers.length);
    const seconds = switches.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000;
    process.stdout.write(
      `\n${restarts} restarts of ${(seconds / restarts).toFixed(1)} s each; failed: ${describeFailures(failures)}; answered but not recorded: ${Math.max(0, before + answers.length - recorded)}\n`,
    );
  } finally {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

function startVisitors({ urls }: Product, requests: readonly string[], perSecond: number) {
  const port = Number(new URL(urls.edge).port);
  const answers: Answer[] = [];
  const failures = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const beganAt = performance.now();
  const follow = async (request: string) => {
    const sentAt = performance.now();
    const failure = await send(port, request);
    if (failure === undefined) answers.push({ sentAt, ms: performance.now() - sentAt });
    else failures.set(failure, (failures.get(failure) ?? 0) + 1);
  };
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const visit = follow(requests[sent % requests.length] ?? '').finally(() => running.delete(visit));
      running.add(visit);
    }
  }, tickMs);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
  return { answers, failures, stop };
}

// Sends one visit on a new connection, and returns why it failed, if it did.
function send(port: number, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => socket.write(request));
    socket.once('data', (text: string) => {
      resolve(text.startsWith('HTTP/1.1 302') ? undefined : text.slice(0, text.indexOf('\r')));
      socket.destroy();
    });
    socket.once('error', (error) => resolve(systemCode(error) ?? error.message));
    socket.once('close', () => resolve('closed'));
  });
}

function summarize(answers: readonly Answer[]): string[] {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return [String(sorted.length), at(0.5), at(0.99), at(1)];
}

function describeFailures(failures: ReadonlyMap<string, number>): string {
  return failures.size === 0 ? 'none' : [...failures].map(([why, count]) => `${count} ${why}`).join(', ');
}

async function countRecorded(product: Product, token: string): Promise<number> {
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const query = { from: '2020-01-01', to: '2099-12-31', timezone: 'UTC', metrics: ['visits' as const] };
  const { rows } = await client.getReport({ query });
  return (rows[0] as { visits?: number } | undefined)?.visits ?? 0;
}

// Returns the last count if not all visits are recorded in time.
async function waitUntilRecorded(product: Product, token: string, wanted: number): Promise<number> {
  let recorded = 0;
  const check = async () => {
    recorded = await countRecorded(product, token);
    return recorded >= wanted ? true : undefined;
  };
  await pollUntil(check, { timeoutMs: shippedWithinMs, intervalMs: 500 });
  return recorded;
}

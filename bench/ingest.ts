import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { listParts } from '../server/src/testing/product/processes.ts';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { askApi } from './compare-reports.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { sendPaced } from './paced-load.ts';
import { cpuByPart } from './processor-time.ts';
import { printTable, progress } from './report.ts';

const rateByDefault = 3_000;
const secondsByDefault = 120;
const campaignsWanted = 1_000;
const requestsMade = 50_000;

type IngestOptions = { seconds: number; rate: number; store: TrafficStoreName };

/**
 * Sends visits at a steady rate through an edge to the traffic store on one machine. Measures the backlog, the time
 * until the last visit appears in reports, and the CPU time per visit.
 */
export async function benchIngest(options: IngestOptions): Promise<void> {
  const rate = options.rate || rateByDefault;
  const seconds = options.seconds <= 5 ? secondsByDefault : options.seconds;
  const product = await startProduct({
    environment: {
      WAYPOST_TRAFFIC_STORE: options.store,
      WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
      WAYPOST_RATE_LIMIT: '0',
      WAYPOST_LOG_LEVEL: 'error',
    },
  });
  try {
    const { campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    await waitUntilServed(product, campaignIds.at(-1) ?? '');
    const requests = makeVisitRequests(campaignIds, requestsMade);
    // `waitUntilServed` has sent visits, which must be stored before the measurement starts.
    await untilZero(() => readBacklog(product));
    progress(`${rate} visits a second for ${seconds} s into ${options.store}`);
    const cpuBefore = cpuByPart(product);
    const answered = await measure({ product, token, requests, rate, seconds });
    printCost(product, cpuBefore, answered);
  } finally {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

type Load = { product: Product; token: string; requests: readonly string[]; rate: number; seconds: number };

async function measure({ product, token, requests, rate, seconds }: Load): Promise<number> {
  const before = await countVisits(product, token);
  const samples: string[][] = [];
  const beganAt = performance.now();
  const sample = async () => {
    const waiting = await readBacklog(product);
    samples.push([((performance.now() - beganAt) / 1_000).toFixed(0), (waiting / 1024 ** 2).toFixed(1)]);
  };
  const sampling = setInterval(() => void sample(), (seconds * 1_000) / 12);
  const { answered, failures } = await sendPaced({
    port: Number(new URL(product.urls.edge).port),
    perSecond: rate,
    seconds,
    status: 302,
    request: (n) => requests[n % requests.length] ?? '',
  });
  const burstSeconds = (performance.now() - beganAt) / 1_000;
  clearInterval(sampling);
  const missing = async () => before + answered - (await countVisits(product, token));
  const drainSeconds = await untilZero(missing);
  await sample();
  printTable(['second', 'MiB waiting in the spool'], samples);
  process.stdout.write('\n');
  const cells = [
    String(answered),
    (answered / burstSeconds).toFixed(0),
    (answered / (burstSeconds + drainSeconds)).toFixed(0),
    drainSeconds.toFixed(1),
    String(await missing()),
    String(failures),
  ];
  printTable(['visits', 'sent/s', 'stored/s', 'all in reports after, s', 'missing', 'failures'], [cells]);
  process.stdout.write('\n');
  return answered;
}

function printCost(product: Product, before: Record<string, number>, visits: number): void {
  const after = cpuByPart(product);
  const parts = listParts(product);
  const each = parts.map((part) =>
    (((after[part] ?? 0) - (before[part] ?? 0)) / Math.max(visits, 1)).toFixed(0),
  );
  printTable(['CPU per visit', ...parts], [['µs', ...each]]);
}

const dayMs = 86_400_000;

/** Counts all recorded visits, including bots and prefetches. */
async function countVisits(product: Product, token: string): Promise<number> {
  const [from, to] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
  const path = `/reports?from=${from}&to=${to}&metrics=visits,botVisits,prefetchVisits`;
  const { rows } = await askApi(`${product.urls.panel}/api/v1`, token, path);
  const [row] = rows as Record<string, number>[];
  return (row?.['visits'] ?? 0) + (row?.['botVisits'] ?? 0) + (row?.['prefetchVisits'] ?? 0);
}

async function readBacklog(product: Product): Promise<number> {
  const text = await (await fetch(`${product.urls.status}/metrics`)).text();
  const found = /^waypost_edge_spool_visits_backlog_bytes\S* (\S+)$/m.exec(text);
  return Number(found?.[1] ?? 0);
}

async function untilZero(read: () => Promise<number>): Promise<number> {
  const beganAt = performance.now();
  const limitMs = 600_000;
  while (performance.now() - beganAt < limitMs && (await read()) > 0)
    await new Promise((resolve) => setTimeout(resolve, 250));
  return (performance.now() - beganAt) / 1_000;
}

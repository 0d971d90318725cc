import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { runLoad } from './load.ts';
import { printTable, progress } from './report.ts';
import { median, spread } from './timing.ts';

const campaignsWanted = 100;
// The kernel distributes connections randomly, so a small number of connections would load the processes unevenly.
const connections = 256;
const rounds = 5;
// Number of cores needed for two edge processes, the load generator and ClickHouse.
const coresWanted = 5;
const share = 0.25;

/**
 * Compares the throughput of two edge processes with that of one. On a machine with too few cores, each process is
 * limited to the same share of a core. The result then shows whether anything other than the processor limits the
 * second process.
 */
export async function benchEdgeProcesses({ seconds }: { seconds: number }): Promise<void> {
  const limited = availableParallelism() < coresWanted;
  const products = [await start(1), await start(2)] as const;
  const groups = limited ? products.flatMap(({ product }) => limitEdges(product)) : [];
  try {
    const times = { one: [] as number[], two: [] as number[], ratio: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      progress(`round ${round} of ${rounds}`);
      const [one, two] = [await measure(products[0], seconds), await measure(products[1], seconds)];
      // The first round only warms up the JIT compiler.
      if (round === 0) continue;
      times.one.push(one);
      times.two.push(two);
      times.ratio.push(two / one);
    }
    process.stdout.write(limited ? `Each process has ${share * 100} % of a core.\n\n` : '');
    printTable(
      ['edge processes', 'visits/s'],
      [
        ['one', spread(times.one)],
        ['two', spread(times.two)],
        ['ratio of two to one', median(times.ratio).toFixed(2)],
      ],
    );
  } finally {
    for (const { product } of products) await product.stop();
    for (const group of groups) rmdirSync(group);
    for (const { product } of products) removeDataDirectory(product.dataDirectory);
  }
}

type Started = { product: Product; requests: readonly string[] };

async function start(processes: number): Promise<Started> {
  const product = await startProduct({
    environment: {
      WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
      WAYPOST_LOG_LEVEL: 'warn',
      WAYPOST_EDGE_PROCESSES: String(processes),
    },
  });
  const { campaignIds } = await fillWorkspace(product, campaignsWanted);
  await waitUntilServed(product, campaignIds.at(-1) ?? '');
  return { product, requests: makeVisitRequests(campaignIds, 20_000) };
}

async function measure({ product, requests }: Started, seconds: number): Promise<number> {
  const request = (n: number) => requests[n % requests.length] ?? '';
  const port = Number(new URL(product.urls.edge).port);
  const { perSecond } = await runLoad({ port, connections, request, durationMs: seconds * 1_000 });
  return perSecond;
}

const periodMicroseconds = 10_000;
// Folders of control groups v2 and v1. Writing to either folder requires root.
const newer = '/sys/fs/cgroup';
const older = join(newer, 'cpu');
const isOlder = existsSync(older);

/**
 * Puts each edge process into a separate control group with limited CPU time and returns the folders of these groups.
 */
function limitEdges({ dataDirectory }: Product): string[] {
  const run = join(dataDirectory, 'run');
  const pids = readdirSync(run)
    .filter((name) => /^edge.*\.json$/.test(name))
    .map((name) => (JSON.parse(readFileSync(join(run, name), 'utf8')) as { pid: number }).pid);
  return pids.map((pid) => {
    const group = join(isOlder ? older : newer, `waypost-bench-${pid}`);
    mkdirSync(group);
    const quota = periodMicroseconds * share;
    if (isOlder) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicroseconds));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    } else {
      writeFileSync(join(group, 'cpu.max'), `${quota} ${periodMicroseconds}`);
    }
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return group;
  });
}

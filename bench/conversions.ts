import { sql } from 'kysely';
import { timeCell } from '../server/src/domain/traffic/time-cells.ts';
import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { newId } from '../server/src/platform/ids.ts';
import { readBacklog } from '../server/src/services/conversions/read-backlog.ts';
import { Database } from '../server/src/store/database/database.ts';
import { listParts } from '../server/src/testing/product/processes.ts';
import { readEngineAddresses, openProductTraffic } from '../server/src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../server/src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../server/src/testing/product/tracked-workspace.ts';
import { buildVisitRow } from '../server/src/testing/spool/rows.ts';
import { sendPaced } from './paced-load.ts';
import { cpuByPart } from './processor-time.ts';
import { printTable, progress } from './report.ts';

const rateByDefault = 2_000;
const secondsByDefault = 60;
const visitDays = 14;
const batchRows = 20_000;

type ConversionsOptions = { seconds: number; visits: number; rate: number; store: TrafficStoreName };

/** Sends conversions at a steady rate through an edge to one worker and measures the backlog and the CPU time. */
export async function benchConversions(options: ConversionsOptions): Promise<void> {
  const rate = options.rate || rateByDefault;
  const seconds = options.seconds || secondsByDefault;
  const product = await startProduct({
    environment: { WAYPOST_LOG_LEVEL: 'error', WAYPOST_TRAFFIC_STORE: options.store },
  });
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 2 });
  try {
    const tracked = await trackWorkspace(product);
    const wanted = Math.max(options.visits, rate * seconds);
    progress(`storing ${wanted} visits from the last ${visitDays} days`);
    const clickIds = await storeVisits(product, database, tracked, wanted);
    await measure({ product, database, tracked, clickIds, rate, seconds });
  } finally {
    await database.close();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

/** Stores visits and shuffles them, so that consecutive conversions do not belong to adjacent rows. */
async function storeVisits(
  product: Product,
  database: Database,
  { workspaceId, campaignId, clickIds }: TrackedWorkspace,
  wanted: number,
): Promise<string[]> {
  const { rows } = await database.asSystem((executor) =>
    sql<{ number: number }>`SELECT number FROM campaigns WHERE id = ${campaignId}`.execute(executor),
  );
  const number = rows[0]?.number ?? 0;
  const now = Date.now();
  const times = Array.from(
    { length: wanted },
    () => now - 60_000 - Math.floor(Math.random() * visitDays * 86_400_000),
  );
  const byMonth = Map.groupBy(times, (timeMs) => new Date(timeMs).toISOString().slice(0, 7));
  const traffic = openProductTraffic(product);
  const target = traffic.targets.visits;
  const made: string[] = [];
  for (const month of byMonth.values())
    for (let from = 0; from < month.length; from += batchRows) {
      const batch = newId();
      const lines = month.slice(from, from + batchRows).map((timeMs) => {
        const id = newId(timeMs);
        made.push(clickIds.encode(id, number));
        const cells = { id, visit_id: id, visit_time: timeCell(timeMs), time: timeCell(timeMs) };
        const row = buildVisitRow({ workspace_id: workspaceId, campaign_id: campaignId, ...cells }, timeMs);
        return `line\t${batch}\t${row}\n`;
      });
      const outcome = await target.insert(batch, Buffer.from(lines.join('')));
      if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
    }
  await traffic.close();
  return made.toSorted((one, other) => (one.slice(-8) < other.slice(-8) ? -1 : 1));
}

type Measured = {
  product: Product;
  database: Database;
  tracked: TrackedWorkspace;
  clickIds: string[];
  rate: number;
  seconds: number;
};

async function measure(given: Measured): Promise<void> {
  const { product, database, clickIds, rate, seconds } = given;
  const { event } = lastJson<{ event: string }>(
    runCommand(product, [
      'campaign',
      'links',
      '--workspace',
      given.tracked.workspaceId,
      '--campaign',
      given.tracked.campaignId,
      '--json',
    ]),
  );
  const context = { database, actor: { type: 'system', label: 'bench' } as const, now: () => new Date() };
  const address = new URL(event);
  progress(`${rate} conversions a second for ${seconds} s`);
  const before = cpuByPart(product);
  const samples: string[][] = [];
  const beganAt = performance.now();
  const sample = async () => {
    const { waiting, outboxRows } = await readBacklog(context);
    samples.push([((performance.now() - beganAt) / 1_000).toFixed(0), String(waiting), String(outboxRows)]);
    return waiting + outboxRows;
  };
  const sampling = setInterval(() => void sample(), Math.max(1_000, (seconds * 1_000) / 12));
  const sent = await sendPaced({
    port: Number(new URL(product.urls.edge).port),
    perSecond: rate,
    seconds,
    request: (n) =>
      `GET ${address.pathname}?cid=${clickIds[n % clickIds.length]}&payout=1.25&txid=t${n} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
  });
  const burstSeconds = (performance.now() - beganAt) / 1_000;
  clearInterval(sampling);
  // Waits for the last conversions, which are still in the edge's spool when sending ends.
  const emptyAfter = await untilEmpty(
    async () => (await countConversions(database)) >= sent.answered && (await sample()) === 0,
  );
  printTable(['second', 'inbox', 'outbox'], samples);
  process.stdout.write('\n');
  report({ given, sent, burstSeconds, drainSeconds: emptyAfter, before });
}

function report(all: {
  given: Measured;
  sent: { answered: number; failures: number };
  burstSeconds: number;
  drainSeconds: number;
  before: Record<string, number>;
}): void {
  const { given, sent, burstSeconds, drainSeconds, before } = all;
  const after = cpuByPart(given.product);
  const parts = listParts(given.product);
  const perConversion = (part: string) =>
    (((after[part] ?? 0) - (before[part] ?? 0)) / Math.max(sent.answered, 1)).toFixed(0);
  printTable(
    ['conversions', 'sent/s', 'processed/s', 'backlog empty after, s', 'failures'],
    [
      [
        `${sent.answered}`,
        (sent.answered / burstSeconds).toFixed(0),
        (sent.answered / (burstSeconds + drainSeconds)).toFixed(0),
        drainSeconds.toFixed(1),
        String(sent.failures),
      ],
    ],
  );
  process.stdout.write('\n');
  printTable(['CPU per conversion', ...parts], [['µs', ...parts.map(perConversion)]]);
}

async function countConversions(database: Database): Promise<number> {
  const { rows } = await database.asSystem((executor) =>
    sql<{ many: number }>`SELECT count(*)::int AS many FROM conversions`.execute(executor),
  );
  return rows[0]?.many ?? 0;
}

async function untilEmpty(isEmpty: () => Promise<boolean>): Promise<number> {
  const beganAt = performance.now();
  const limitMs = 600_000;
  while (performance.now() - beganAt < limitMs && !(await isEmpty()))
    await new Promise((resolve) => setTimeout(resolve, 500));
  return (performance.now() - beganAt) / 1_000;
}

import { Pool } from 'pg';
import { addressesOf } from '../server/src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { incoming, makeRoom, storeIncoming } from '../server/src/traffic/postgres/store-rows.ts';
import { askApi, printGrowth, type Medians } from './ask-reports.ts';
import { drawProgress } from './draw-progress.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { insertStatements, stepMs } from './postgres-data.ts';
import { listPostgresQuestions, type PostgresQuestion } from './postgres-questions.ts';
import { printTable, progress } from './report.ts';
import { campaignsWanted, daysWanted, firstMs } from './reports-data.ts';
import { median, spread, timed } from './timing.ts';

const sizesByDefault = [5_000_000, 20_000_000];
const chunk = 50_000;
const rounds = 7;

/**
 * Reports and the feed through the API where PostgreSQL keeps the traffic, each beside the statement that somebody would
 * write by hand for the same answer, at two sizes.
 */
export async function benchPostgresReports(options: { visits: number }): Promise<void> {
  const sizes = options.visits === 0 ? sizesByDefault : [options.visits];
  const environment = {
    WAYPOST_RATE_LIMIT: '0',
    WAYPOST_LOG_LEVEL: 'error',
    WAYPOST_TRAFFIC_STORE: 'postgres',
  };
  const product = await startProduct({ environment });
  const pool = new Pool({ connectionString: addressesOf(product).postgres, max: 2 });
  try {
    const { workspaceId, campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    const ask = (path: string) => askApi(`${product.urls.panel}/api/v1`, token, path);
    const measured: Medians[] = [];
    for (const [at, size] of sizes.entries()) {
      const base = sizes[at - 1] ?? 0;
      progress(`making ${size - base} visits`);
      await load(pool, { workspaceId, campaignIds, base, visits: size - base });
      await pool.query('VACUUM ANALYZE traffic.events');
      await printStorage(pool, size);
      measured.push(await compare(pool, ask, listPostgresQuestions(workspaceId, campaignIds[300] ?? '')));
    }
    printGrowth(measured);
  } finally {
    await pool.end();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

function isRows(name: string): boolean {
  return name.startsWith('events_');
}

type Wanted = { workspaceId: string; campaignIds: readonly string[]; base: number; visits: number };

/** By the statements of the product itself, rollups included; only that the rows are made on the spot. */
async function load(pool: Pool, { workspaceId, campaignIds, base, visits }: Wanted): Promise<void> {
  const startedAt = performance.now();
  const statements = insertStatements(incoming);
  for (let first = base; first < base + visits; first += chunk) {
    const client = await pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL ROLE waypost_system; SET LOCAL synchronous_commit = off`);
      await client.query('SELECT traffic.make_months($1)', [[firstMs, firstMs + daysWanted * 86_400_000]]);
      await makeRoom(client);
      const last = Math.min(first + chunk, base + visits) - 1;
      for (const text of statements)
        await client.query(text, [first, last, base, stepMs(visits), workspaceId, [...campaignIds]]);
      await storeIncoming(client);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    drawProgress((first + chunk - base) / visits, performance.now() - startedAt);
  }
  process.stderr.write('\n');
}

async function printStorage(pool: Pool, visits: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; bytes: string; rows: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes, pg_relation_size(oid) AS own, reltuples::bigint AS rows
    FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relkind = 'r' ORDER BY 2 DESC`,
  );
  const sum = (names: (name: string) => boolean) =>
    rows.filter(({ name }) => names(name)).reduce((total, { bytes }) => total + Number(bytes), 0);
  const many = rows.filter(({ name }) => isRows(name)).reduce((total, row) => total + Number(row.rows), 0);
  const each = (bytes: number) => (bytes / visits).toFixed(0);
  process.stdout.write(`${visits} visits, ${many} rows\n\n`);
  printTable(
    ['bytes for each visit with all that belongs to it', ''],
    [
      ['rows and their indexes', each(sum(isRows))],
      ['rollups', each(sum((name) => !isRows(name)))],
      ['all', each(sum(() => true))],
    ],
  );
  process.stdout.write('\n');
}

type Times = { hand: number[]; api: number[] };

/** By turns, so that slow moments of the machine meet both; the first one finds nothing in any cache. */
async function timeBoth(byHand: () => Promise<unknown>, byApi: () => Promise<unknown>): Promise<Times> {
  const times: Times = { hand: [], api: [] };
  for (let round = 0; round <= rounds; round += 1) {
    times.hand.push(await timed(byHand));
    times.api.push(await timed(byApi));
  }
  return { hand: times.hand.slice(1), api: times.api.slice(1) };
}

/** One that is given up says so. */
async function compare(
  pool: Pool,
  ask: (path: string) => Promise<unknown>,
  questions: readonly PostgresQuestion[],
): Promise<Medians> {
  const results: string[][] = [];
  const medians = new Map<string, number>();
  const client = await pool.connect();
  await client.query('SET ROLE waypost_system');
  for (const { name, path, text } of questions) {
    progress(name);
    try {
      const { hand, api } = await timeBoth(
        () => client.query(text),
        () => ask(path),
      );
      results.push([name, spread(hand), spread(api), (median(api) / median(hand)).toFixed(2)]);
      medians.set(name, median(api));
    } catch (error) {
      results.push([name, '', `given up: ${(error as Error).message.slice(0, 60)}`, '']);
    }
  }
  client.release();
  printTable(['question', 'by hand, ms', 'API, ms', 'ratio'], results);
  process.stdout.write('\n');
  return medians;
}

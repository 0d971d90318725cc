import { Pool, type PoolClient } from 'pg';
import { readEngineAddresses } from '../server/src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { askApi, compareReports, printGrowth, type Medians } from './compare-reports.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { loadPostgresTraffic } from './load-postgres-traffic.ts';
import { listPostgresQuestions } from './postgres-questions.ts';
import { compareFeed } from './panel-feed.ts';
import { compareStatuses } from './report-statuses.ts';
import { printTable, progress } from './report.ts';
import { campaignsWanted } from './reports-data.ts';

const sizesByDefault = [5_000_000, 20_000_000];
const rounds = 7;

/**
 * Compares reports and the event feed on PostgreSQL with hand-written statements that return the same result, by
 * default at two data sizes.
 */
export async function benchPostgresReports(options: { visits: number }): Promise<void> {
  const sizes = options.visits === 0 ? sizesByDefault : [options.visits];
  const environment = {
    WAYPOST_RATE_LIMIT: '0',
    WAYPOST_LOG_LEVEL: 'error',
    WAYPOST_TRAFFIC_STORE: 'postgres',
  };
  const product = await startProduct({ environment });
  const pool = new Pool({ connectionString: readEngineAddresses(product).postgres, max: 2 });
  const client = await pool.connect();
  try {
    await client.query('SET ROLE waypost_system');
    const { workspaceId, campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    const ask = (path: string) => askApi(`${product.urls.panel}/api/v1`, token, path);
    const measured: Medians[] = [];
    for (const [at, size] of sizes.entries()) {
      const base = sizes[at - 1] ?? 0;
      progress(`making ${size - base} visits`);
      await loadPostgresTraffic(pool, { workspaceId, campaignIds, base, visits: size - base });
      await pool.query('VACUUM ANALYZE traffic.events');
      await printStorage(client, size);
      if (process.argv.includes('--feed')) return await compareFeed(product, { workspaceId, campaignIds });
      if (process.argv.includes('--statuses'))
        return await compareStatuses(product, { workspaceId, campaignIds });
      const asked = listPostgresQuestions(workspaceId, campaignIds[300] ?? '').map(
        ({ name, path, text }) => ({
          name,
          askApi: () => ask(path),
          askByHand: () => client.query(text),
        }),
      );
      measured.push(await compareReports(asked, rounds));
    }
    printGrowth(measured);
  } finally {
    client.release();
    await pool.end();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

function isRows(name: string): boolean {
  return name.startsWith('events_');
}

async function printStorage(client: PoolClient, visits: number): Promise<void> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes
    FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relkind = 'r' ORDER BY 2 DESC`,
  );
  const sum = (names: (name: string) => boolean) =>
    rows.filter(({ name }) => names(name)).reduce((total, { bytes }) => total + Number(bytes), 0);
  const counted = await client.query<{ many: string }>('SELECT count(*) AS many FROM traffic.events');
  const each = (bytes: number) => (bytes / visits).toFixed(0);
  process.stdout.write(`${visits} visits, ${counted.rows[0]?.many} rows\n\n`);
  printTable(
    ['bytes per visit, including the other rows of the visit', ''],
    [
      ['rows and their indexes', each(sum(isRows))],
      ['rollups', each(sum((name) => !isRows(name)))],
      ['total', each(sum(() => true))],
    ],
  );
  process.stdout.write('\n');
}

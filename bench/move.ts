import { spawn } from 'node:child_process';
import { Pool } from 'pg';
import { readEngineAddresses } from '../server/src/testing/product/product-traffic.ts';
import { command, removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { loadPostgresTraffic } from './load-postgres-traffic.ts';
import { printTable, progress } from './report.ts';
import { campaignsWanted } from './reports-data.ts';
import {
  countRecorded,
  describeFailures,
  startVisitors,
  summarize,
  waitUntilRecorded,
} from './steady-visitors.ts';

const visitsByDefault = 5_000_000;
const rateByDefault = 100;

// Moves generated traffic from PostgreSQL to the embedded ClickHouse with `waypost move`, while visitors arrive.
export async function benchMove(options: { visits: number; rate: number }): Promise<void> {
  const visits = options.visits || visitsByDefault;
  const rate = options.rate || rateByDefault;
  const product = await startProduct({
    environment: {
      WAYPOST_LOG_LEVEL: 'warn',
      WAYPOST_TRAFFIC_STORE: 'postgres',
      WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
      // Answers only once the visit is on disk, so that every answered visit must be recorded.
      WAYPOST_SPOOL_WAIT_MS: '20000',
    },
  });
  try {
    const { workspaceId, campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    await waitUntilServed(product, campaignIds.at(-1) ?? '');
    progress(`making ${visits} visits`);
    const rows = await load(readEngineAddresses(product).postgres, { workspaceId, campaignIds, visits });
    const before = await countRecorded(product, token);
    const visitors = startVisitors(product, makeVisitRequests(campaignIds, 10_000), rate);
    progress(`moving ${rows} rows`);
    const startedAt = performance.now();
    await runMove(product.environment);
    const seconds = (performance.now() - startedAt) / 1_000;
    await visitors.stop();
    const { answers, failures } = visitors;
    const recorded = await waitUntilRecorded(product, token, before + answers.length);
    printTable(
      ['', ''],
      [
        ['rows at the start', String(rows)],
        ['seconds', seconds.toFixed(0)],
        ['rows per second', (rows / seconds).toFixed(0)],
      ],
    );
    process.stdout.write('\n');
    printTable(
      ['visits', 'answered', 'median, ms', 'p99, ms', 'max, ms'],
      [['during the move', ...summarize(answers)]],
    );
    process.stdout.write(
      `\nfailed: ${describeFailures(failures)}; answered but not recorded: ${Math.max(0, before + answers.length - recorded)}\n`,
    );
  } finally {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

async function load(
  url: string,
  { workspaceId, campaignIds, visits }: { workspaceId: string; campaignIds: string[]; visits: number },
): Promise<number> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await loadPostgresTraffic(pool, { workspaceId, campaignIds, base: 0, visits });
    await pool.query('VACUUM ANALYZE traffic.events');
    await pool.query('SET ROLE waypost_system');
    const { rows } = await pool.query<{ many: number }>('SELECT count(*)::int AS many FROM traffic.events');
    return rows[0]?.many ?? 0;
  } finally {
    await pool.end();
  }
}

async function runMove({ ...environment }: NodeJS.ProcessEnv): Promise<void> {
  delete environment['WAYPOST_TRAFFIC_STORE'];
  const child = spawn(process.execPath, [command, 'move'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`waypost move ended with ${code}`);
}

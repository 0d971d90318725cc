import { ensureSecrets } from '../server/src/config/secrets.ts';
import { openDataDirectory, type TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { readEngineUrls } from '../server/src/engines/embedded-engines.ts';
import { pollUntil } from '../server/src/platform/retry.ts';
import { removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { openClickHouse, type ClickHouseClient } from '../server/src/traffic/clickhouse/client.ts';
import { askApi, compareReports, printGrowth, type Medians } from './compare-reports.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { compareFeed } from './panel-feed.ts';
import { compareStatuses } from './report-statuses.ts';
import { printTable, progress } from './report.ts';
import { campaignsWanted, firstMs } from './reports-data.ts';
import { benchPostgresReports } from './reports-in-postgres.ts';
import { loadTraffic, readStorage } from './reports-load.ts';
import { feedQuestion, listQuestions, type BenchQuestion } from './reports-questions.ts';

type BenchOptions = { visits: number; store: TrafficStoreName };

const rounds = 15;
const visitsByDefault = 20_000_000;
const lastMs = firstMs + 30 * 86_400_000 - 1;

/**
 * Compares reports and the event feed with hand-written queries that return the same result. If more visits are
 * requested than the default, the benchmark measures at the default size and again at the requested size. `--storage`
 * loads only visits and measures their size on disk, `--statuses` measures only counts by status, and `--feed` measures
 * only pages of events.
 */
export async function benchReports(options: BenchOptions): Promise<void> {
  if (options.store === 'postgres') return await benchPostgresReports(options);
  const visits = options.visits === 0 ? visitsByDefault : options.visits;
  const environment = { WAYPOST_RATE_LIMIT: '0', WAYPOST_LOG_LEVEL: 'error' };
  const product = await startProduct({ environment });
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), ensureSecrets(product.dataDirectory));
  // Generating and merging traffic takes longer than the time limit for reports.
  const client = openClickHouse(urls?.clickhouse ?? '', { requestTimeoutMs: 3_600_000 });
  try {
    const { workspaceId, campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    const isStorageOnly = process.argv.includes('--storage');
    const ask = async (path: string) => await askApi(`${product.urls.panel}/api/v1`, token, path);
    const measured: Medians[] = [];
    const sizes = !isStorageOnly && visits > visitsByDefault ? [visitsByDefault, visits] : [visits];
    for (const [at, size] of sizes.entries()) {
      const base = sizes[at - 1] ?? 0;
      progress(`making ${size - base} visits`);
      await loadTraffic(client, {
        workspaceId,
        campaignIds,
        visits: size - base,
        base,
        isVisitsOnly: isStorageOnly,
      });
      await printStorage(client, size);
      progress('merging');
      await mergeParts(client, size);
      await printStorage(client, size);
      if (isStorageOnly) return;
      if (process.argv.includes('--feed')) return await compareFeed(product, { workspaceId, campaignIds });
      if (process.argv.includes('--statuses'))
        return await compareStatuses(product, { workspaceId, campaignIds });
      const questions = listQuestions(workspaceId, campaignIds[300] ?? '');
      const asked = [...questions, ...(await listPages(ask, workspaceId))].map(({ name, path, query }) => ({
        name,
        askApi: () => ask(path),
        askByHand: async () => await (await client.query({ query, format: 'JSONCompactEachRow' })).text(),
      }));
      measured.push(await compareReports(asked, rounds));
    }
    printGrowth(measured);
  } finally {
    await client.close();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

/**
 * Merges data parts as far as ClickHouse itself would within hours of the last insert. Larger tables are not merged
 * completely: ClickHouse would not do so either, and a complete merge takes most of an hour.
 */
async function mergeParts(client: ClickHouseClient, visits: number): Promise<void> {
  if (visits <= visitsByDefault) await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
  await pollUntil(async () => ((await countMerges(client)) === 0 ? true : undefined), {
    timeoutMs: 3_600_000,
    intervalMs: 1_000,
  });
}

async function countMerges(client: ClickHouseClient): Promise<number> {
  const result = await client.query({
    query: 'SELECT count() FROM system.merges',
    format: 'JSONCompactEachRow',
  });
  const [[count = '0'] = []] = await result.json<string[]>();
  return Number(count);
}

/** Returns the first and the 50th page of the feed as benchmark queries. */
async function listPages(
  ask: (path: string) => Promise<Record<string, unknown>>,
  workspaceId: string,
): Promise<BenchQuestion[]> {
  const path = '/events?from=2026-10-01&to=2026-10-30&limit=100';
  let cursor = '';
  let beforeMs = lastMs;
  for (let page = 1; page < 50; page += 1) {
    const data = await ask(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const events = data['rows'] as { time: string }[];
    cursor = encodeURIComponent((data['meta'] as { nextCursor: string }).nextCursor);
    const oldest = events.at(-1);
    // An empty page is not necessarily the last page.
    if (oldest !== undefined) beforeMs = Date.parse(oldest.time);
  }
  return [
    feedQuestion('first page of events', path, workspaceId, lastMs),
    feedQuestion('50th page of events', `${path}&cursor=${cursor}`, workspaceId, beforeMs),
  ];
}

async function printStorage(client: ClickHouseClient, visits: number): Promise<void> {
  const { rows, parts, bytes, columns } = await readStorage(client);
  process.stdout.write(
    `${visits} visits, ${rows} rows in ${parts} parts: ${(bytes / visits).toFixed(1)} bytes on disk per visit, including the other rows of the visit, ${(bytes / rows).toFixed(1)} per row\n\n`,
  );
  const shown = columns.slice(0, 25).map(({ name, bytes: own }) => [name, (own / rows).toFixed(2)]);
  const rest = columns.slice(25).reduce((sum, column) => sum + column.bytes, 0);
  printTable(['column', 'bytes per row'], [...shown, ['all others', (rest / rows).toFixed(2)]]);
  process.stdout.write('\n');
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureSecrets } from '../../src/config/secrets.ts';
import { openDataDirectory } from '../../src/engines/data-directory.ts';
import { readEngineUrls } from '../../src/engines/embedded-engines.ts';
import type { ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { readAttributionBacklog } from '../../src/store/attribution-backlog.ts';
import { Database } from '../../src/store/database.ts';
import { findProcess, type Part } from '../../src/testing/processes.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { queryRows } from '../../src/testing/spool-clickhouse.ts';
import { startConversions, type SteadyConversions } from '../../src/testing/steady-conversions.ts';
import { openEvents, trackWorkspace, type TrackedWorkspace } from '../../src/testing/tracked-workspace.ts';
import { startWorkerProcess } from '../../src/testing/worker-process.ts';

let product: Product;
let tracked: TrackedWorkspace;
let database: Database;
let clickhouse: ClickHouseClient;
let eventLink: string;

beforeAll(async () => {
  product = await startProduct();
  tracked = await trackWorkspace(product);
  const { workspaceId, campaignId } = tracked;
  const links = ['campaign', 'links', '--workspace', workspaceId, '--campaign', campaignId, '--json'];
  eventLink = lastJson<{ event: string }>(runCommand(product, links)).event;
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), ensureSecrets(product.dataDirectory));
  database = new Database(urls?.postgres ?? '', { connectionsMax: 2 });
  clickhouse = openEvents(product);
});

afterAll(async () => {
  await clickhouse.close();
  await database.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

async function untilMore({ answered }: SteadyConversions, many: number): Promise<void> {
  const before = answered.size;
  await pollUntil(() => (answered.size > before + many ? true : undefined), {
    timeoutMs: 30_000,
    intervalMs: 5,
  });
  expect(answered.size).toBeGreaterThan(before + many);
}

/** Kills a part of the product, which its supervisor starts again, and waits for another process in its place. */
async function kill(part: Part): Promise<void> {
  const { pid } = findProcess(product, part);
  process.kill(pid, 'SIGKILL');
  const isAnother = () => {
    try {
      return findProcess(product, part).pid !== pid || undefined;
    } catch {
      return undefined;
    }
  };
  await pollUntil(isAnother, { timeoutMs: 30_000, intervalMs: 20 });
}

type Requests = { transaction: string; verdicts: string[] };

/** Nothing is on its way any more: every request has its verdict, and ClickHouse every row. */
async function untilWorkedOff({ answered }: SteadyConversions): Promise<Requests[]> {
  let requests: Requests[] = [];
  const isDone = async () => {
    const { waiting, outboxRows } = await database.readAsSystem(readAttributionBacklog);
    const { rows } = await database.readAsSystem((executor) =>
      sql<Requests>`
        SELECT substring(query FROM 'txid=([a-z0-9]+)') AS transaction, array_agg(verdict ORDER BY verdict) AS verdicts
        FROM inbox WHERE handled_at IS NOT NULL GROUP BY 1`.execute(executor),
    );
    const isSame = rows.length === requests.length && rows.length >= answered.size;
    requests = rows;
    return waiting === 0 && outboxRows === 0 && isSame ? true : undefined;
  };
  // Edges ship what they kept once a second: two looks that see the same are far enough apart.
  await pollUntil(() => isDone().catch(() => undefined), { timeoutMs: 60_000, intervalMs: 2_000 });
  return requests;
}

test(
  'every event that was answered ends in one verdict, and all sums are right, whoever is killed meanwhile',
  { timeout: rounds(120_000, 600_000) },
  async () => {
    const second = await startWorkerProcess(product);
    const traffic = startConversions(tracked.link, eventLink);
    try {
      const victims = ['worker', 'second', 'postgres', 'clickhouse'] as const;
      for (let round = 0; round < rounds(4, 32); round += 1) {
        await untilMore(traffic, 60 + round * 17);
        const victim = victims[round % victims.length];
        if (victim === 'second') await second.killAndRestart();
        else if (victim !== undefined) await kill(victim);
      }
      await untilMore(traffic, 60);
    } finally {
      await traffic.stop();
    }
    try {
      const requests = await untilWorkedOff(traffic);
      const judged = new Map(requests.map(({ transaction, verdicts }) => [transaction, verdicts]));
      expect([...traffic.answered].filter((transaction) => !judged.has(transaction))).toEqual([]);
      // The network said everything twice, and was not always answered.
      const odd = requests.filter(
        ({ verdicts }) => !['counted', 'counted,duplicate'].includes(verdicts.join()),
      );
      expect(odd).toEqual([]);
      const [sums] = await queryRows<Record<string, unknown>>(
        clickhouse,
        `SELECT toInt32(count()) AS rows, toInt32(uniqExact(transaction_id)) AS transactions,
        toInt32(sum(conversions)) AS conversions, toString(sum(revenue)) AS revenue
        FROM events WHERE workspace_id = '${tracked.workspaceId}' AND type = 'event'`,
      );
      const many = requests.length;
      expect(many).toBeGreaterThan(200);
      // There is nothing left that could be judged otherwise.
      const range = ['--from', '2026-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'];
      const replay = ['inbox', 'replay', '--workspace', tracked.workspaceId, ...range, '--json'];
      expect(lastJson(runCommand(product, replay))).toEqual({ requests: 0, changed: 0, verdicts: [] });
      const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
      expect(metrics).toMatch(/^waypost_worker_events_total\{verdict="counted",role="worker"\} [1-9]/m);
      expect(metrics).toMatch(/^waypost_outbox_refused_rows\{role="worker"\} 0$/m);
      expect(sums).toEqual({
        rows: many,
        transactions: many,
        conversions: many,
        revenue: String(many * 1.5),
      });
    } finally {
      await second.stop();
    }
  },
);

// Sends events through several edges and workers that are killed at random times. Also sends many events at once.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDecimals } from '../../src/domain/money/decimal.ts';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { readAttributionBacklog } from '../../src/store/conversions/attribution-backlog.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { formatResponse, startRawServer, type RawServer } from '../../src/testing/http/raw-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { defaultStore, environmentFor } from '../../src/testing/machine.ts';
import { startEdgeProcess, type EdgeProcess } from '../../src/testing/product/edge-process.ts';
import { findProcess, type Part } from '../../src/testing/product/processes.ts';
import { readEngineAddresses, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { startRoleProcess, type RoleProcess } from '../../src/testing/product/role-process.ts';
import {
  savePostbackUrl,
  trackWorkspace,
  type TrackedWorkspace,
} from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { startConversions, type SteadyConversions } from '../../src/testing/traffic/steady-conversions.ts';

// Visitors are redirected only after the visit is on disk, so the visit for every conversion must be found.
const waitForDisk = { WAYPOST_SPOOL_WAIT_MS: '20000' };

type Victim = Part | 'second worker' | 'second edge';

/**
 * Returns the processes to kill: all processes for the default store, otherwise only those that depend on PostgreSQL.
 */
function victimsOf(store: TrafficStoreName): readonly Victim[] {
  if (store !== defaultStore) return ['worker', 'postgres', 'second edge'];
  const all: Victim[] = ['worker', 'edge', 'second worker', 'postgres', 'second edge'];
  return store === 'clickhouse' ? [...all, 'clickhouse'] : all;
}

describeLightStores('with traffic in %s', (store) => {
  const victims = victimsOf(store);
  let product: Product;
  let tracked: TrackedWorkspace;
  let database: Database;
  let eventLink: string;
  let receiver: RawServer;
  let secondEdge: EdgeProcess;
  let secondWorker: RoleProcess;

  beforeAll(async () => {
    receiver = await startRawServer({ onRequest: (socket) => socket.write(formatResponse(200)) });
    const outbound = { WAYPOST_OUTBOUND_ALLOW: `127.0.0.1/32:${receiver.port}` };
    product = await startProduct({ environment: { ...waitForDisk, ...outbound, ...environmentFor(store) } });
    tracked = await trackWorkspace(product);
    const { workspaceId, campaignId } = tracked;
    const links = ['campaign', 'links', '--workspace', workspaceId, '--campaign', campaignId, '--json'];
    eventLink = lastJson<{ event: string }>(runCommand(product, links)).event;
    database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 2 });
    secondWorker = startRoleProcess(product, 'worker', outbound);
    secondEdge = await startEdgeProcess(product, join(product.dataDirectory, 'spool-of-second'), waitForDisk);
  });

  afterAll(async () => {
    await secondEdge.stop();
    await secondWorker.stop();
    await database.close();
    await product.stop();
    receiver.close();
    removeDataDirectory(product.dataDirectory);
  });

  function sumsOf(rows: readonly RecordedRow[]): { conversions: number; revenue: string } {
    return {
      conversions: rows.reduce((sum, { conversions }) => sum + Number(conversions), 0),
      revenue: rows.reduce((sum, { revenue }) => addDecimals(sum, String(revenue)), '0'),
    };
  }

  function atSecondEdge(link: string): string {
    return link.replace(product.urls.edge, secondEdge.url);
  }

  async function waitForMore({ answered }: SteadyConversions, count: number): Promise<void> {
    const before = answered.size;
    await pollUntil(() => (answered.size > before + count ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 5,
    });
    expect(answered.size).toBeGreaterThan(before + count);
  }

  async function kill(part: Part): Promise<void> {
    const { pid } = findProcess(product, part);
    process.kill(pid, 'SIGKILL');
    const isReplaced = () => {
      try {
        return findProcess(product, part).pid !== pid || undefined;
      } catch {
        return undefined;
      }
    };
    await pollUntil(isReplaced, { timeoutMs: hangLimitMs, intervalMs: 20 });
  }

  type Requests = { transaction: string; verdicts: string[] };

  function countVerdicts(requests: readonly Requests[]): number {
    return requests.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  }

  /** Waits until every request has a verdict and every row is recorded. */
  async function waitUntilProcessed({ answered }: SteadyConversions): Promise<Requests[]> {
    let requests: Requests[] = [];
    const answers = [...answered.values()].reduce((sum, count) => sum + count, 0);
    const isDone = async () => {
      const { waiting, outboxRows } = await database.readAsSystem(readAttributionBacklog);
      const { rows } = await database.readAsSystem((executor) =>
        sql<Requests>`
        SELECT substring(query FROM 'txid=([a-z0-9]+)') AS transaction, array_agg(verdict ORDER BY verdict) AS verdicts
        FROM inbox WHERE handled_at IS NOT NULL GROUP BY 1`.execute(executor),
      );
      const count = countVerdicts(rows);
      const isSame = count === countVerdicts(requests) && count >= answers;
      requests = rows;
      return waiting === 0 && outboxRows === 0 && isSame ? true : undefined;
    };
    // Edges ship once a second, so two equal results two seconds apart mean that nothing is pending.
    await pollUntil(() => isDone().catch(() => undefined), { timeoutMs: hangLimitMs, intervalMs: 2_000 });
    return requests;
  }

  test(
    'each answered event gets one verdict and totals remain exact no matter which process is killed',
    { timeout: rounds(600_000, 3_600_000) },
    async () => {
      const traffic = startConversions(atSecondEdge(tracked.link), [atSecondEdge(eventLink), eventLink]);
      try {
        for (let round = 0; round < rounds(victims.length, 48); round += 1) {
          // Each round kills a process at a different time, and only after new events have been answered.
          await waitForMore(traffic, 60 + round * 11);
          const victim = victims[round % victims.length];
          if (victim === 'second worker') await secondWorker.killAndRestart();
          else if (victim === 'second edge') await secondEdge.killAndRestart();
          else if (victim !== undefined) await kill(victim);
        }
        await waitForMore(traffic, 60);
      } finally {
        await traffic.stop();
      }
      const requests = await waitUntilProcessed(traffic);
      const verdictCounts = new Map(
        requests.map(({ transaction, verdicts }) => [transaction, verdicts.length]),
      );
      // There is one verdict for each answered request. Unanswered requests may also have been recorded.
      const lost = [...traffic.answered].filter(
        ([transaction, answers]) => (verdictCounts.get(transaction) ?? 0) < answers,
      );
      expect(lost).toEqual([]);
      // Each conversion is reported twice, but one report may be lost, so a duplicate may or may not occur.
      const unexpected = requests.filter(
        ({ verdicts }) => !['counted', 'counted,duplicate'].includes(verdicts.join()),
      );
      expect(unexpected).toEqual([]);
      const all = await readRecordedRows(readTrafficAddress(product), tracked.workspaceId);
      const rows = all.filter(({ type }) => type === 'event' || type === 'adjustment');
      const total = requests.length;
      expect(total).toBeGreaterThan(200);
      expect({
        rows: rows.length,
        transactions: new Set(rows.map(({ transaction_id }) => transaction_id)).size,
        ...sumsOf(rows),
      }).toEqual({ rows: total, transactions: total, conversions: total, revenue: String(total * 1.5) });
      // A replay must not change any verdict.
      const range = ['--from', '2026-01-01T00:00:00Z', '--to', '2100-01-01T00:00:00Z'];
      const replay = ['inbox', 'replay', '--workspace', tracked.workspaceId, ...range, '--json'];
      expect(lastJson(runCommand(product, replay))).toEqual({ requests: 0, changed: 0, verdicts: [] });
    },
  );

  /** Returns the results for one transaction after all of its requests are processed and all postbacks are sent. */
  async function readOutcome(clickId: string, transaction: string): Promise<Record<string, unknown>> {
    const readStored = async () => {
      const { rows } = await database.readAsSystem((executor) =>
        sql<Record<string, number>>`
        WITH requests AS (SELECT verdict FROM inbox WHERE query LIKE ${`%&txid=${transaction}`} AND handled_at IS NOT NULL),
          mine AS (SELECT id FROM conversions WHERE transaction_id = ${transaction}),
          jobs AS (SELECT state FROM postback_jobs WHERE conversion_id IN (SELECT id FROM mine))
        SELECT (SELECT count(*) FROM requests)::int AS requests,
          (SELECT count(*) FROM requests WHERE verdict = 'counted')::int AS counted,
          (SELECT count(*) FROM requests WHERE verdict = 'duplicate')::int AS duplicate,
          (SELECT count(*) FROM mine)::int AS conversions, (SELECT count(*) FROM jobs)::int AS jobs,
          (SELECT count(*) FROM jobs WHERE state = 'delivered')::int AS delivered`.execute(executor),
      );
      const { outboxRows } = await database.readAsSystem(readAttributionBacklog);
      const [stored] = rows;
      const isDone =
        stored?.['requests'] === 50 && stored['jobs'] === stored['delivered'] && outboxRows === 0;
      return isDone && stored['delivered'] !== 0 ? stored : undefined;
    };
    const stored = await pollUntil(readStored, { timeoutMs: hangLimitMs, intervalMs: 100 });
    const { visitId } = tracked.clickIds.decode(clickId) ?? { visitId: '' };
    const rows = (await readRecordedRows(readTrafficAddress(product), tracked.workspaceId)).filter(
      ({ visit_id }) => visit_id === visitId,
    );
    const { conversions: counts, revenue } = sumsOf(rows);
    const count = (wanted: string) => rows.filter(({ type }) => type === wanted).length;
    return {
      ...stored,
      rows: count('event'),
      counts,
      revenue,
      postbacks: count('postback'),
      adjustments: count('adjustment'),
    };
  }

  test(
    'fifty simultaneous copies of a request through two edges result in one conversion and one postback',
    { timeout: rounds(600_000, 3_600_000) },
    async () => {
      const { workspaceId, link } = tracked;
      savePostbackUrl(product, workspaceId, `http://127.0.0.1:${receiver.port}/cb?t={txid}`);
      for (let round = 0; round < rounds(1, 20); round += 1) {
        const transaction = `copied${round}`;
        const visit = await fetch(round % 2 === 0 ? link : atSecondEdge(link), { redirect: 'manual' });
        const clickId = new URL(visit.headers.get('location') ?? '').searchParams.get('cid') ?? '';
        const event = `${eventLink}?cid=${clickId}&payout=2.5&txid=${transaction}`;
        const copies = Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0 ? event : atSecondEdge(event),
        );
        const answers = await Promise.all(
          copies.map(async (copy) => {
            const response = await fetch(copy);
            return `${response.status} ${await response.text()}`;
          }),
        );
        expect(new Set(answers)).toEqual(new Set(['200 OK']));
        expect(await readOutcome(clickId, transaction)).toEqual({
          requests: 50,
          counted: 1,
          duplicate: 49,
          conversions: 1,
          jobs: 1,
          delivered: 1,
          rows: 1,
          counts: 1,
          revenue: '2.5',
          postbacks: 1,
          adjustments: 0,
        });
        expect(receiver.requests.filter((call) => call.includes(`/cb?t=${transaction} `))).toHaveLength(1);
      }
    },
  );

  test('the worker metrics include verdict counts and report no rejected outbox rows', async () => {
    // Stops the second worker, so that the first worker processes the event. The event is needed because the counters
    // of a killed worker start again at zero.
    await secondWorker.stop();
    const visit = await fetch(tracked.link, { redirect: 'manual' });
    const clickId = new URL(visit.headers.get('location') ?? '').searchParams.get('cid') ?? '';
    expect((await fetch(`${eventLink}?cid=${clickId}&txid=counted`)).status).toBe(200);
    const counted = /^waypost_worker_events_total\{verdict="counted",role="worker"\} [1-9]/m;
    const metrics = await pollUntil(
      async () => {
        const text = await (await fetch(`${product.urls.status}/metrics`)).text();
        return counted.test(text) ? text : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 200 },
    );
    expect(metrics).toMatch(/^waypost_outbox_refused_rows\{role="worker"\} 0$/m);
  });
});

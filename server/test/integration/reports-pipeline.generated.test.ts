import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { testStores } from '../../src/testing/machine.ts';
import { toModelUnits } from '../../src/testing/models/conversion-model.ts';
import { pipelineActions } from '../../src/testing/pipeline/pipeline-actions.ts';
import { pipelineSettings } from '../../src/testing/pipeline/pipeline-campaigns.ts';
import { PipelineHistory } from '../../src/testing/pipeline/pipeline-history.ts';
import { openPipelineLab, type PipelineLab } from '../../src/testing/pipeline/pipeline-lab.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { sendBatch } from '../../src/testing/reports/insert-traffic.ts';
import { ReportComparison } from '../../src/testing/reports/report-comparison.ts';
import type { ModelRow } from '../../src/testing/reports/report-model-metrics.ts';
import { readTimeDimensions } from '../../src/testing/reports/report-model-time.ts';
import { zones } from '../../src/testing/reports/report-queries.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { runMaintenance } from '../../src/testing/traffic/run-maintenance.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

// Failures report the seed that reproduces them.
const seed = Number(process.env['REPORT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
// Each step makes a few inserts, and ClickHouse needs about a tenth of a second for each.
const actions = (store: TrafficStoreName) => (store === 'postgres' ? rounds(24, 400) : rounds(12, 400));
const queryCount = rounds(8, 120);
const hourMs = 3_600_000;

const directory = makeDataDirectory();
afterAll(() => removeDataDirectory(directory));

/** Returns the time one day before the time zone's most recent clock change that is at least 150 days ago. */
function lastClockChange(timezone: string): number {
  const offsetAt = (timeMs: number) => String(readTimeDimensions(timeMs, timezone)['hour']).slice(-6);
  let timeMs = Math.floor(Date.now() / hourMs) * hourMs - 150 * 24 * hourMs;
  for (let hours = 0; hours < 400 * 24 && offsetAt(timeMs) === offsetAt(timeMs - hourMs); hours += 1)
    timeMs -= hourMs;
  return timeMs - 24 * hourMs;
}

/**
 * Compares amounts to twelve decimals, because reports show only six. Visits are identified by their times, which are
 * unique.
 */
async function expectExactMoney(
  address: TrafficAddress,
  workspaceId: string,
  facts: readonly ModelRow[],
): Promise<void> {
  const rows = await readRecordedRows(address, workspaceId);
  const stored = rows.map(({ visit_time, cost, revenue }) => ({
    visitTimeMs: Number(visit_time),
    cost: toModelUnits(String(cost)),
    revenue: toModelUnits(String(revenue)),
  }));
  expect(sumByVisit(stored)).toEqual(sumByVisit(facts));
}

type Money = { cost: bigint; revenue: bigint };

function sumByVisit(rows: readonly (Money & { visitTimeMs: number })[]): Map<number, Money> {
  const sums = new Map<number, Money>();
  for (const { visitTimeMs, cost, revenue } of rows) {
    const before = sums.get(visitTimeMs) ?? { cost: 0n, revenue: 0n };
    sums.set(visitTimeMs, { cost: before.cost + cost, revenue: before.revenue + revenue });
  }
  return sums;
}

/** Returns a sample of the list. Each item needs a separate insert, so a short run uses only a few items. */
function sampleOf<Item>(list: readonly Item[]): Item[] {
  const step = Math.ceil(list.length / rounds(3, list.length));
  return list.filter((_, index) => index % step === 0);
}

async function compareDuringMaintenance(
  { lab, sent, shipAgain }: PipelineLab,
  compare: () => Promise<void>,
): Promise<void> {
  expect(await shipAgain()).toBeGreaterThan(0);
  await compare();
  for (const batch of sampleOf(sent)) await sendBatch(batch);
  const tidying = runMaintenance(lab.address);
  await compare();
  await tidying;
  await compare();
}

describe.each(testStores)('reports on pipeline traffic in %s', (store) => {
  let lab: AttributionLab;
  let api: ApiServer;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
    api = await makeApiServer(lab.database, directory, { traffic: openTestTraffic(store) });
  });

  afterAll(async () => {
    await api.server.close();
    await lab.close();
  });

  test(
    `match the model for a random history (seed ${seed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...zones),
          pipelineSettings,
          pipelineActions(actions(store)),
          async (timezone, settings, history) => {
            lab.clock.ms = lastClockChange(timezone);
            const pipeline = await openPipelineLab(lab);
            const context = await makeWorkspace(lab.database, () => new Date(lab.clock.ms));
            const workspace = await PipelineHistory.begin(pipeline, context, settings);
            for (const action of history) await workspace.take(action);
            await workspace.settle();
            await workspace.end();
            await expectExactMoney(lab.address, context.workspaceId, workspace.facts());
            const today = { ...context, now: () => new Date() };
            const [{ token }, session] = [await makeKey(today), await makeSession(today, 'viewer')];
            const comparison = new ReportComparison({ api, token, session, facts: workspace.facts(), seed });
            await comparison.check(comparison.question({ timezone, dimensions: ['campaign', 'day'] }));
            await comparison.checkEveryDimension(workspace.campaigns[0]?.id ?? '', rounds(10, 1));
            await comparison.checkAnyQuestions(queryCount);
            await compareDuringMaintenance(pipeline, async () => {
              await comparison.check(comparison.question({ timezone, dimensions: ['campaign', 'hour'] }));
            });
          },
        ),
        // Shrinking would repeat the whole run many times.
        { numRuns: rounds(1, 6), seed, endOnFailure: true },
      );
    },
    rounds(600_000, 1_800_000),
  );
});

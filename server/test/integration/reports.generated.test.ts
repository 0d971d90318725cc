import { dimensionIds } from '@waypost/contract/report-dimensions.ts';
import { metricIds } from '@waypost/contract/report-metrics.ts';
import type { Report } from '@waypost/contract/reports.ts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openClickHouse, type ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { Database } from '../../src/store/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/api-server.ts';
import { makeKey, makeWorkspace } from '../../src/testing/factories.ts';
import { insertTraffic, sendBatch, type SentBatch } from '../../src/testing/insert-traffic.ts';
import { makeDataDirectory, removeDataDirectory } from '../../src/testing/product.ts';
import { answerReport, type ModelAnswer, type ModelQuestion } from '../../src/testing/report-model.ts';
import { makeQuestion, seededRandom, writeQuestion, zones } from '../../src/testing/report-questions.ts';
import { makeReportTraffic, type ReportTraffic } from '../../src/testing/report-traffic.ts';
import { rounds } from '../../src/testing/rounds.ts';

// Every failure says which seed to run again with.
const seed = Number(process.env['REPORT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const visits = rounds(120, 1_000);

const directory = makeDataDirectory();
let client: ClickHouseClient;
let database: Database;
let api: ApiServer;
let token: string;
let traffic: ReportTraffic;
let sent: SentBatch[];

beforeAll(async () => {
  client = openClickHouse(inject('clickhouseUrl'));
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
  const context = await makeWorkspace(database);
  const foreign = await makeWorkspace(database);
  token = (await makeKey(context)).token;
  traffic = makeReportTraffic(context.workspaceId, visits, seededRandom(seed));
  sent = await insertTraffic(client, traffic);
  await insertTraffic(client, asOf(foreign.workspaceId, context.workspaceId, traffic));
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  await client.close();
  removeDataDirectory(directory);
});

/** The very same rows in another workspace, ids of campaigns and all: one that leaked would double every sum. */
function asOf(workspaceId: string, before: string, { visits: some, clicks, outbox }: ReportTraffic) {
  const move = (rows: ReportTraffic['visits']) =>
    rows.map(({ timeMs, row }) => ({ timeMs, row: row.replaceAll(before, workspaceId) }));
  return { visits: move(some), clicks: move(clicks), outbox: move(outbox) };
}

async function ask(question: ModelQuestion, more: Record<string, string> = {}): Promise<Report> {
  const path = writeQuestion(question, more);
  const { status, body, raw } = await api.send({ token, method: 'GET', path });
  if (status !== 200) throw new Error(`seed ${seed}: ${path} answered ${status}: ${raw}`);
  return body.data as Report;
}

/** All pages, each as large as asked for. */
async function askAll(question: ModelQuestion, limit = 1_000): Promise<ModelAnswer> {
  const rows: Report['rows'] = [];
  for (;;) {
    const { rows: page, meta } = await ask(question, {
      limit: String(limit),
      offset: String(rows.length),
      totals: '1',
    });
    rows.push(...page);
    expect(meta).toMatchObject({ limit, count: page.length, hasMore: rows.length < meta.totalRows });
    if (!meta.hasMore) {
      expect(meta.totalRows).toBe(rows.length);
      return { rows, totals: meta.totals ?? {} };
    }
  }
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

/** Compared at once; only where they differ it is worth while to find out in what. */
function expectSame(answer: ModelAnswer, question: ModelQuestion): void {
  const expected = answerReport(traffic.facts, question);
  if (!isDeepStrictEqual(answer, expected))
    expect(answer, `seed ${seed}: ${writeQuestion(question)}`).toEqual(expected);
}

const everything = {
  fromMs: Date.UTC(2026, 0, 1),
  toMs: Date.UTC(2027, 0, 1),
  timezone: 'Europe/Berlin',
  filters: [],
  sortBy: 'visits',
  sortDir: 'desc',
};

describe(`reports of traffic with seed ${seed}`, { timeout: rounds(120_000, 1_800_000) }, () => {
  test('with every dimension, every metric is what the model says', async () => {
    const campaign = { field: 'campaign', operator: '=', values: [traffic.campaigns[0]?.id ?? ''] };
    for (const dimensions of chunksOf(dimensionIds, rounds(4, 1))) {
      const isTag = dimensions.includes('tag');
      const question = {
        ...everything,
        dimensions: isTag && dimensions.length === 1 ? ['day', ...dimensions] : dimensions,
        metrics: metricIds,
        filters: isTag ? [campaign] : [],
      };
      expectSame(await askAll(question), question);
    }
  });

  test('any question has the answer of the model: values, filters, totals, order and pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (questionSeed) => {
        const random = seededRandom(questionSeed);
        const question = makeQuestion(traffic.facts, random);
        const answer = await askAll(question);
        expectSame(answer, question);
        // The same in three pages.
        const limit = Math.min(1_000, Math.max(1, Math.ceil(answer.rows.length / 3)));
        if (random.below(4) === 0) expectSame(await askAll(question, limit), question);
      }),
      { numRuns: rounds(40, 1_500), seed },
    );
  });

  test.each(zones.slice(0, rounds(3, zones.length)))(
    'the hours and days of %s add up to the whole, also where clocks change',
    async (timezone) => {
      const metrics = ['visits', 'cost', 'revenue', 'event1'];
      for (const dimension of ['hour', 'day', 'week', 'month', 'weekday', 'hourOfDay']) {
        const question = { ...everything, timezone, dimensions: [dimension], metrics };
        const { rows, totals } = await askAll(question);
        for (const id of ['visits', 'event1'])
          expect(
            rows.reduce((sum, row) => sum + Number(row[id]), 0),
            `${dimension} ${id}`,
          ).toBe(totals[id]);
        expectSame({ rows, totals }, question);
      }
    },
  );

  test('answers stay the same while parts are merged, and when a batch comes again', async () => {
    const question = { ...everything, dimensions: ['campaign', 'day'], metrics: metricIds };
    const before = await askAll(question);
    for (const batch of sent) await sendBatch(batch);
    expect(await askAll(question)).toEqual(before);
    await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
    expect(await askAll(question)).toEqual(before);
  });
});

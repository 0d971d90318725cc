import { isDeepStrictEqual } from 'node:util';
import { dimensionIds, publicDimensionIds } from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds, publicMetricIds } from '@waypost/contract/reports/report-metrics.ts';
import type { Report } from '@waypost/contract/reports/reports.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ApiServer } from '../http/api-server.ts';
import type { ModelRow } from './report-model-metrics.ts';
import { answerReport, type ModelReport, type ModelQuery } from './report-model.ts';
import {
  makeRandomQuery,
  seededRandom,
  fullTimeRange,
  formatQueryString,
  formatQueryBody,
} from './report-queries.ts';

type ComparedReports = {
  api: ApiServer;
  token: string;
  session: string;
  facts: readonly ModelRow[];
  seed: number;
};

const publicIds = new Set<string>([...publicDimensionIds, ...publicMetricIds]);

function isPublic({ dimensions, metrics, filters, includeTests, countBy }: ModelQuery): boolean {
  const ids = [...dimensions, ...metrics, ...filters.map(({ field }) => field)];
  return (
    !includeTests &&
    countBy === 'visit' &&
    ids.every((id) => publicIds.has(id)) &&
    filters.every(({ operator }) => /^[=!<>]/.test(operator))
  );
}

/**
 * Compares reports with the model. Uses the public API, or the panel API if a report needs more than the public API
 * offers.
 */
export class ReportComparison {
  readonly #setup: ComparedReports;

  constructor(setup: ComparedReports) {
    this.#setup = setup;
  }

  question(change: Partial<ModelQuery>): ModelQuery {
    return {
      ...fullTimeRange(this.#setup.facts),
      timezone: 'Europe/Berlin',
      dimensions: [],
      metrics: metricIds,
      filters: [],
      sortBy: 'visits',
      sortDir: 'desc',
      includeTests: false,
      countBy: 'visit',
      ...change,
    };
  }

  async #ask(question: ModelQuery, page: { limit: number; offset: number }): Promise<Report> {
    const { api, token, session, seed } = this.#setup;
    const path = formatQueryString(question, {
      limit: String(page.limit),
      offset: String(page.offset),
      totals: '1',
    });
    const { status, body, raw } = isPublic(question)
      ? await api.send({ token, method: 'GET', path })
      : await api.ask({
          session,
          method: 'POST',
          path: '/reports/query',
          body: { ...formatQueryBody(question), ...page, totals: true },
        });
    if (status !== 200) throw new Error(`seed ${seed}: ${path} answered ${status}: ${raw}`);
    return body.data as Report;
  }

  async ask(question: ModelQuery, limit = 1_000): Promise<ModelReport> {
    const rows: Report['rows'] = [];
    for (;;) {
      const { rows: page, meta } = await this.#ask(question, { limit, offset: rows.length });
      rows.push(...page);
      expect(meta).toMatchObject({ limit, count: page.length, hasMore: rows.length < meta.totalRows });
      if (!meta.hasMore) {
        expect(meta.totalRows).toBe(rows.length);
        return { rows, totals: meta.totals ?? {} };
      }
    }
  }

  /** Compares the complete reports first, and locates differences only if the reports are not equal. */
  expectSame(answer: ModelReport, question: ModelQuery): void {
    const { facts, seed } = this.#setup;
    const expected = answerReport(facts, question);
    if (isDeepStrictEqual(answer, expected)) return;
    const differences = [
      differ(answer.totals, expected.totals),
      ...(expected.rows.length < answer.rows.length ? answer : expected).rows.map((_, index) =>
        differ(answer.rows[index], expected.rows[index], question.dimensions),
      ),
    ].filter((difference) => difference !== undefined);
    expect.fail(
      `seed ${seed}: ${formatQueryString(question)}\n${answer.rows.length} rows, expected ${expected.rows.length}; first differences:\n${differences.slice(0, 5).join('\n')}`,
    );
  }

  async check(question: ModelQuery, limit?: number): Promise<ModelReport> {
    const answer = await this.ask(question, limit);
    this.expectSame(answer, question);
    return answer;
  }

  async checkEveryDimension(campaignId: string, chunkSize: number): Promise<void> {
    const campaign = { field: 'campaign', operator: '=', values: [campaignId] };
    for (const dimensions of chunksOf(dimensionIds, chunkSize)) {
      const isTag = dimensions.includes('tag');
      await this.check(
        this.question({
          dimensions: isTag && dimensions.length === 1 ? ['day', ...dimensions] : dimensions,
          filters: isTag ? [campaign] : [],
        }),
      );
    }
  }

  async checkAnyQuestions(numRuns: number): Promise<void> {
    const { facts, seed } = this.#setup;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (questionSeed) => {
        const random = seededRandom(questionSeed);
        const question = makeRandomQuery(facts, random);
        const { rows } = await this.check(question);
        // Reads some reports again in three pages.
        const limit = Math.min(1_000, Math.max(1, Math.ceil(rows.length / 3)));
        if (random.below(4) === 0) await this.check(question, limit);
      }),
      { numRuns, seed },
    );
  }
}

type Row = Readonly<Record<string, string | number | null>>;

function differ(actual: Row = {}, expected: Row = {}, keys: readonly string[] = []): string | undefined {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const differing = [...names].filter((name) => actual[name] !== expected[name]);
  if (differing.length === 0) return undefined;
  const only = (row: Row) => JSON.stringify(row, [...new Set([...keys, ...differing])]);
  return `- actual ${only(actual)}\n  expected ${only(expected)}`;
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return items.flatMap((_, index) => (index % size === 0 ? [items.slice(index, index + size)] : []));
}

import { isDeepStrictEqual } from 'node:util';
import { dimensionIds, publicDimensionIds } from '@waypost/contract/report-dimensions.ts';
import { metricIds, publicMetricIds } from '@waypost/contract/report-metrics.ts';
import type { Report } from '@waypost/contract/reports.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ApiServer } from '../http/api-server.ts';
import type { ModelRow } from './report-model-metrics.ts';
import { answerReport, type ModelAnswer, type ModelQuestion } from './report-model.ts';
import {
  makeQuestion,
  seededRandom,
  wholeTime,
  writeQuestion,
  writeQuestionBody,
} from './report-questions.ts';

type ComparedReports = {
  api: ApiServer;
  token: string;
  session: string;
  /** What is true, plainly. */
  facts: readonly ModelRow[];
  seed: number;
};

const publicIds = new Set<string>([...publicDimensionIds, ...publicMetricIds]);

function isPublic({ dimensions, metrics, filters, includeTests }: ModelQuestion): boolean {
  const asked = [...dimensions, ...metrics, ...filters.map(({ field }) => field)];
  return (
    !includeTests &&
    asked.every((id) => publicIds.has(id)) &&
    filters.every(({ operator }) => /^[=!<>]/.test(operator))
  );
}

/** Reports of the public API, or of the panel's where only that has what is asked for, beside those of the model. */
export class ReportComparison {
  readonly #given: ComparedReports;

  constructor(given: ComparedReports) {
    this.#given = given;
  }

  /** A question about all of it; give what shall differ. */
  question(change: Partial<ModelQuestion>): ModelQuestion {
    return {
      ...wholeTime(this.#given.facts),
      timezone: 'Europe/Berlin',
      dimensions: [],
      metrics: metricIds,
      filters: [],
      sortBy: 'visits',
      sortDir: 'desc',
      includeTests: false,
      ...change,
    };
  }

  async #ask(question: ModelQuestion, page: { limit: number; offset: number }): Promise<Report> {
    const { api, token, session, seed } = this.#given;
    const path = writeQuestion(question, {
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
          body: { ...writeQuestionBody(question), ...page, totals: true },
        });
    if (status !== 200) throw new Error(`seed ${seed}: ${path} answered ${status}: ${raw}`);
    return body.data as Report;
  }

  /** All pages, each as large as asked for. */
  async ask(question: ModelQuestion, limit = 1_000): Promise<ModelAnswer> {
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

  /** Compared at once; only where they differ it is worth while to find out in what. */
  expectSame(answer: ModelAnswer, question: ModelQuestion): void {
    const { facts, seed } = this.#given;
    const expected = answerReport(facts, question);
    if (isDeepStrictEqual(answer, expected)) return;
    const differences = [
      differ(answer.totals, expected.totals),
      ...(expected.rows.length < answer.rows.length ? answer : expected).rows.map((_, at) =>
        differ(answer.rows[at], expected.rows[at], question.dimensions),
      ),
    ].filter((difference) => difference !== undefined);
    expect.fail(
      `seed ${seed}: ${writeQuestion(question)}\n${answer.rows.length} rows, ${expected.rows.length} expected; the first that differ:\n${differences.slice(0, 5).join('\n')}`,
    );
  }

  async check(question: ModelQuestion, limit?: number): Promise<ModelAnswer> {
    const answer = await this.ask(question, limit);
    this.expectSame(answer, question);
    return answer;
  }

  /** Every metric with every dimension, so many of these together. */
  async checkEveryDimension(campaignId: string, together: number): Promise<void> {
    const campaign = { field: 'campaign', operator: '=', values: [campaignId] };
    for (const dimensions of chunksOf(dimensionIds, together)) {
      const isTag = dimensions.includes('tag');
      await this.check(
        this.question({
          dimensions: isTag && dimensions.length === 1 ? ['day', ...dimensions] : dimensions,
          filters: isTag ? [campaign] : [],
        }),
      );
    }
  }

  /** Values, filters, totals, order and pages of any questions. */
  async checkAnyQuestions(numRuns: number): Promise<void> {
    const { facts, seed } = this.#given;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (questionSeed) => {
        const random = seededRandom(questionSeed);
        const question = makeQuestion(facts, random);
        const { rows } = await this.check(question);
        // The same in three pages.
        const limit = Math.min(1_000, Math.max(1, Math.ceil(rows.length / 3)));
        if (random.below(4) === 0) await this.check(question, limit);
      }),
      { numRuns, seed },
    );
  }
}

type Row = Readonly<Record<string, string | number | null>>;

/** What two rows have in common is not worth a look, but for what they are about. */
function differ(answered: Row = {}, expected: Row = {}, about: readonly string[] = []): string | undefined {
  const names = new Set([...Object.keys(expected), ...Object.keys(answered)]);
  const differing = [...names].filter((name) => answered[name] !== expected[name]);
  if (differing.length === 0) return undefined;
  const only = (row: Row) => JSON.stringify(row, [...new Set([...about, ...differing])]);
  return `- answered ${only(answered)}\n  expected ${only(expected)}`;
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return items.flatMap((_, at) => (at % size === 0 ? [items.slice(at, at + size)] : []));
}

import { questionForm, reportQuestion } from '@waypost/contract/report-forms.ts';
import { reportMetrics } from '@waypost/contract/report-metrics.ts';
import { z } from 'zod';
import { getReport } from '../../services/agents/reading.ts';
import { defineTool, reportCells } from './tool.ts';

const rowsMax = 500;

export const runReport = defineTool({
  name: 'run_report',
  title: 'Run a report',
  description:
    'Counts visits, clicks, conversions, costs and revenue, grouped by any dimensions and narrowed by filters. Goals count at the time of their visit. describe_report_fields tells the ids. Rows come a page at a time: go on with offset while hasMore is true.',
  input: z.strictObject({
    ...reportQuestion.shape,
    limit: z
      .int()
      .min(1)
      .max(rowsMax)
      .optional()
      .describe(`Rows on a page: 1 to ${rowsMax}, 50 where it is left out.`),
  }),
  output: z.object({
    rows: z.array(reportCells),
    totals: reportCells.optional(),
    labels: z
      .record(z.string(), z.record(z.string(), z.string().nullable()))
      .describe('Names of records, by dimension and id.'),
    from: z.string(),
    to: z.string(),
    offset: z.int(),
    totalRows: z.int(),
    hasMore: z.boolean(),
    freshness: z.string().describe('What was recorded up to then is in the answer.'),
  }),
  run: async (context, { limit = 50, ...question }) => {
    const { rows, meta } = await getReport(
      context,
      { ...question, limit },
      { form: questionForm, signal: context.signal },
    );
    const { from, to, timezone, currency, metrics, offset, totalRows, hasMore, labels, freshness, totals } =
      meta;
    return {
      data: {
        rows,
        ...(totals === undefined ? {} : { totals }),
        labels,
        from,
        to,
        offset,
        totalRows,
        hasMore,
        freshness,
      },
      units: Object.fromEntries(metrics.map((id) => [id, unitOf(reportMetrics[id].unit, currency)])),
      timezone,
      currency,
    };
  },
});

function unitOf(unit: string, currency: string): string {
  if (unit === 'currency') return currency;
  return unit === 'percent' ? 'share: 0.2 is 20 %' : unit;
}

import { reportDimensions } from '@waypost/contract/report-dimensions.ts';
import { metricIds, reportMetrics, writeFormula } from '@waypost/contract/report-metrics.ts';
import { z } from 'zod';
import { defineTool } from './tool.ts';

/** From the definitions that reports themselves are made of. */
export function describeReportFields() {
  return {
    dimensions: Object.entries(reportDimensions).map(([id, { kind, sentence, example, choices }]) => ({
      id,
      kind,
      meaning: sentence,
      example,
      ...(choices === undefined ? {} : { choices }),
    })),
    metrics: metricIds.map((id) => {
      const { unit, sentence } = reportMetrics[id];
      return { id, unit, meaning: sentence, formula: writeFormula(id) };
    }),
  };
}

const field = { id: z.string(), meaning: z.string() };

export const describeFields = defineTool({
  name: 'describe_report_fields',
  title: 'Describe dimensions and metrics',
  description:
    'Describes every dimension and metric of run_report: what it means, its unit, and how a metric is worked out. Name what you look for to get only that.',
  input: z.strictObject({
    search: z.string().max(100).optional().describe('Only those whose id or meaning has this text.'),
  }),
  output: z.object({
    dimensions: z.array(
      z.object({ ...field, kind: z.string(), example: z.string(), choices: z.array(z.string()).optional() }),
    ),
    metrics: z.array(z.object({ ...field, unit: z.string(), formula: z.string() })),
  }),
  run: (_, { search = '' }) => {
    const text = search.toLowerCase();
    const isMeant = ({ id, meaning }: { id: string; meaning: string }) =>
      `${id} ${meaning}`.toLowerCase().includes(text);
    const { dimensions, metrics } = describeReportFields();
    return Promise.resolve({
      data: { dimensions: dimensions.filter(isMeant), metrics: metrics.filter(isMeant) },
      units: { percent: '0.2 is 20 %', currency: 'in the currency of the workspace', count: 'whole number' },
    });
  },
});

import { reportDimensions } from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds, reportMetrics, writeFormula } from '@waypost/contract/reports/report-metrics.ts';
import { z } from 'zod';
import { defineTool, detailInput, items } from './tool.ts';

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

export const describeFields = defineTool({
  name: 'describe_report_fields',
  title: 'Describe dimensions and metrics',
  description:
    'Explains the dimensions and metrics of run_report. Use search to get only some of them. Set detail to full for units, formulas, examples and choices.',
  input: z.strictObject({
    search: z.string().max(100).optional().describe('Part of the ID or meaning.'),
    ...detailInput,
  }),
  output: z.object({ dimensions: items, metrics: items }),
  run: (_, { search = '', detail }) => {
    const text = search.toLowerCase();
    const isMatch = ({ id, meaning }: { id: string; meaning: string }) =>
      `${id} ${meaning}`.toLowerCase().includes(text);
    const isFull = detail === 'full' || search !== '';
    const show = (field: { id: string; meaning: string }) =>
      isFull ? field : { id: field.id, meaning: field.meaning };
    const { dimensions, metrics } = describeReportFields();
    return Promise.resolve({
      data: {
        dimensions: dimensions.filter(isMatch).map(show),
        metrics: metrics.filter(isMatch).map(show),
      },
      units: { percent: '0.2 is 20%', currency: 'in the workspace currency', count: 'whole number' },
    });
  },
});

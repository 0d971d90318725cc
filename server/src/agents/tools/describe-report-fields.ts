import { reportDimensions } from '@waypost/contract/reports/report-dimensions.ts';
import { customMetricLimits } from '@waypost/contract/reports/custom-metric-ids.ts';
import { describeCustomMetric } from '@waypost/contract/reports/describe-metric.ts';
import { metricIds, reportMetrics, writeFormula } from '@waypost/contract/reports/report-metrics.ts';
import { z } from 'zod';
import { getFieldLabels, listCustomMetrics, type ReadingContext } from '../../services/agents/reading.ts';
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

async function describeCustomMetrics(context: ReadingContext) {
  const custom = await listCustomMetrics(context, { limit: String(customMetricLimits.perWorkspace) });
  return custom.items.map((one) => {
    const { unit, label, explanation } = describeCustomMetric(one);
    return { id: one.metric, name: label, unit, meaning: explanation, formula: one.formula };
  });
}

type Field = { id: string; name?: string; meaning: string };

export const describeFields = defineTool({
  name: 'describe_report_fields',
  title: 'Describe dimensions and metrics',
  description:
    'Explains the dimensions and metrics of run_report. name is the workspace’s name for a token, event or custom metric. Use search to get only some of them. Set detail to full for units, formulas, examples and choices.',
  input: z.strictObject({
    search: z.string().max(100).optional().describe('Part of the ID or meaning.'),
    ...detailInput,
  }),
  output: z.object({ dimensions: items, metrics: items }),
  run: async (context, { search = '', detail }) => {
    const text = search.toLowerCase();
    const isMatch = ({ id, name = '', meaning }: Field) =>
      `${id} ${name} ${meaning}`.toLowerCase().includes(text);
    const isFull = detail === 'full' || search !== '';
    const { dimensions, metrics: builtIn } = describeReportFields();
    const metrics = [...builtIn, ...(await describeCustomMetrics(context))];
    const names = await getFieldLabels(
      context,
      [...dimensions, ...metrics].map(({ id }) => id),
      {},
    );
    const named = <One extends Field>(field: One) => {
      const name = names.get(field.id);
      return name === undefined ? field : { ...field, name };
    };
    const show = (field: Field) => {
      const { id, name, meaning } = field;
      return isFull ? field : { id, ...(name === undefined ? {} : { name }), meaning };
    };
    return {
      data: {
        dimensions: dimensions.map(named).filter(isMatch).map(show),
        metrics: metrics.map(named).filter(isMatch).map(show),
      },
      units: { percent: '0.2 is 20%', currency: 'in the workspace currency', count: 'whole number' },
    };
  },
});

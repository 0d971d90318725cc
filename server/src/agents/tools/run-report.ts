import { isCustomMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { scopeOfFilters } from '@waypost/contract/reports/field-labels.ts';
import { definitionForm, reportDefinition } from '@waypost/contract/reports/report-forms.ts';
import { z } from 'zod';
import { getFieldLabels, getMetricDescriber, getReport } from '../../services/agents/reading.ts';
import { formatDayRange, pathWith } from './panel-paths.ts';
import { defineTool, reportCells } from './tool.ts';

const rowsMax = 500;
const shape = reportDefinition.shape;

export const runReport = defineTool({
  name: 'run_report',
  title: 'Run a report',
  description:
    'Returns visits, clicks, conversions, costs and revenue, grouped by dimensions and filtered. Conversions are counted at the time of their visit. describe_report_fields explains the IDs of dimensions and metrics. Rows contain record names; ids maps them to record IDs, for filters. While hasMore is true, call again with a higher offset.',
  input: z.strictObject({
    from: z.string().max(64).describe('YYYY-MM-DD, YYYY-MM-DD HH:MM or ISO 8601.'),
    to: z.string().max(64).describe('Inclusive.'),
    timezone: z.string().max(100).optional().describe('IANA time zone. Default: the workspace’s.'),
    dimensions: shape.dimensions.describe('Without dimensions, the report has one row.'),
    metrics: shape.metrics.describe('Default: visits, lpclicks, conversions, cost, revenue, profit, roi.'),
    filters: z
      .array(
        z.strictObject({
          field: z.string().max(64).describe('Dimension or metric.'),
          op: z
            .enum(['is', 'isNot', 'contains', 'notContains', 'startsWith', 'gt', 'lt'])
            .describe('is: any of the values. isNot: none of them. gt, lt: one number, for metrics.'),
          values: z.array(z.union([z.string(), z.number(), z.null()])).max(1_000),
        }),
      )
      .optional()
      .describe('All must match. Use IDs for records.'),
    sortBy: z.string().max(64).optional().describe('Dimension or metric of the report.'),
    sortDir: shape.sortDir,
    totals: z.boolean().optional().describe('Add the totals for all rows.'),
    limit: z.int().min(1).max(rowsMax).default(50),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    rows: z.array(reportCells),
    totals: reportCells.optional(),
    ids: z.record(z.string(), z.record(z.string(), z.string())).optional(),
    names: z
      .record(z.string(), z.string())
      .optional()
      .describe('Names of tokens, events and custom metrics.'),
    totalRows: z.int(),
    hasMore: z.boolean(),
    freshness: z.string().describe('Data up to this time is included.'),
  }),
  run: async (context, definition) => {
    const { signal } = context;
    const { rows, meta } = await getReport(context, definition, { form: definitionForm, signal });
    const { timezone, currency, metrics, totalRows, hasMore, labels, freshness, totals } = meta;
    const { dimensions, filters } = definition;
    const used = [...meta.dimensions, ...metrics];
    const names = new Map(await getFieldLabels(context, used, scopeOfFilters(filters ?? [])));
    const describeMetric = await getMetricDescriber(context, metrics);
    const described = metrics.map((id) => ({ id, ...describeMetric(id) }));
    for (const { id, label } of described) if (isCustomMetricId(id)) names.set(id, label);
    return {
      data: {
        ...nameRows(rows, labels),
        ...(totals === undefined ? {} : { totals }),
        ...(names.size === 0 ? {} : { names: Object.fromEntries(names) }),
        totalRows,
        hasMore,
        freshness,
      },
      panel: pathWith('/reports', {
        range: formatDayRange(definition),
        by: dimensions?.join(','),
        metrics: definition.metrics?.join(','),
        // Long filters do not fit into a URL.
        filters: JSON.stringify(filters ?? []).length > 1_000 ? undefined : filters,
      }),
      units: Object.fromEntries(
        described
          .filter(({ unit }) => unit !== 'count')
          .map(({ id, unit }) => [id, describeUnit(unit, currency)]),
      ),
      timezone,
      currency,
    };
  },
});

type Cells = z.output<typeof reportCells>;
type Labels = Record<string, Record<string, string | null>>;

// Replaces record IDs with names. A name that is not unique gets the ID as a suffix.
function nameRows(
  rows: Cells[],
  labels: Labels,
): { rows: Cells[]; ids?: Record<string, Record<string, string>> } {
  const byDimension = Object.entries(labels).map(([dimension, names]) => {
    const allNames = Object.values(names);
    const nameOf = ([id, name]: [string, string | null]): [string, string] => {
      const isUnique = name !== null && allNames.indexOf(name) === allNames.lastIndexOf(name);
      return [id, isUnique ? name : `${name ?? 'deleted'} (${id})`];
    };
    return { dimension, names: new Map(Object.entries(names).map(nameOf)) };
  });
  const named = rows.map((row) => {
    const cells = byDimension.map(({ dimension, names }) => {
      const value = row[dimension] ?? null;
      return [dimension, names.get(String(value)) ?? value] as const;
    });
    return { ...row, ...Object.fromEntries(cells) };
  });
  const ids = byDimension
    .filter(({ names }) => names.size > 0)
    .map(({ dimension, names }) => [
      dimension,
      Object.fromEntries([...names].map(([id, name]) => [name, id])),
    ]);
  return { rows: named, ...(ids.length === 0 ? {} : { ids: Object.fromEntries(ids) }) };
}

function describeUnit(unit: string, currency: string): string {
  if (unit === 'currency') return currency;
  return unit === 'percent' ? 'ratio: 0.2 is 20%' : unit;
}

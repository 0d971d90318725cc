import { z } from 'zod';
import { switchedOn, timestamp } from '../api/records.ts';
import { dimensionIds, publicDimensionIds, type DimensionId } from './report-dimensions.ts';
import { isAnyMetricId, type AnyMetricId } from './custom-metric-ids.ts';
import { customMetricForm, customMetricId } from './custom-metrics.ts';
import { defaultMetrics, isMetricId, metricIds, publicMetricIds, type MetricId } from './report-metrics.ts';
import { timezoneName } from '../values/text.ts';

export const reportLimits = {
  rowsByDefault: 100,
  rowsMax: 1_000,
  offsetMax: 100_000_000,
  filtersMax: 6,
  filterValuesMax: 1_000,
  filterValueLengthMax: 2_048,
};

// The public set is a fixed contract; the panel's set may grow.
export type ReportVocabulary = {
  dimensions: readonly DimensionId[];
  metrics: readonly MetricId[];
  hasCustomMetrics: boolean;
};
export const publicVocabulary: ReportVocabulary = {
  dimensions: publicDimensionIds,
  metrics: publicMetricIds,
  hasCustomMetrics: false,
};
export const panelVocabulary: ReportVocabulary = {
  dimensions: dimensionIds,
  metrics: metricIds,
  hasCustomMetrics: true,
};

type KnownIds<Id extends string> = {
  known: readonly string[];
  isKnown: (id: string) => id is Id;
  what: string;
  items: Record<string, unknown>;
};

function listOfIds<Id extends string>({ known, isKnown, what, items }: KnownIds<Id>) {
  return z
    .string()
    .transform((text, context): Id[] => {
      const ids = text.split(',');
      const found = ids.filter(isKnown);
      const unknown = ids.filter((id) => !isKnown(id));
      const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if (unknown.length > 0)
        refuse(`unknown ${what} ${quoteList(unknown)}; must be one of ${known.join(', ')}`);
      if (repeated.length > 0) refuse(`contains ${quoteList(repeated)} more than once`);
      return found;
    })
    .meta({ type: 'array', items, minItems: 1 });
}

function quoteList(texts: readonly string[]): string {
  return texts
    .slice(0, 5)
    .map((text) => `"${text.slice(0, 60)}"`)
    .join(', ');
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      message: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: least, maximum: most });
}

const moment =
  'YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in the time zone given by `timezone`.';

// Each expression is decoded separately, so that values can contain commas.
const filterList = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z
      .array(z.string())
      .max(reportLimits.filtersMax, `must have at most ${reportLimits.filtersMax} expressions`),
  )
  .meta({
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: reportLimits.filtersMax,
    description:
      'Up to 6 expressions, separated by commas. A row must match all of them. Each is a dimension or metric, one of = != > <, and up to 1,000 values separated by |. Percent-encode each expression separately, but not the commas between them.',
  });

type Choice<Metric extends AnyMetricId> = { isMetric: (id: string) => id is Metric; prefix: string };
function listFields<Metric extends AnyMetricId>(
  { dimensions, metrics, hasCustomMetrics }: ReportVocabulary,
  { isMetric, prefix }: Choice<Metric>,
) {
  const builtIn = { $ref: `#/$defs/${prefix}ReportMetric` };
  return {
    dimensions: listOfIds({
      known: dimensions,
      isKnown: (id: string): id is DimensionId => dimensions.some((one) => one === id),
      what: 'dimension',
      items: { $ref: `#/$defs/${prefix}ReportDimension` },
    }),
    metrics: listOfIds({
      known: metrics,
      isKnown: isMetric,
      what: 'metric',
      items: hasCustomMetrics ? { anyOf: [builtIn, customMetricForm] } : builtIn,
    }),
  };
}

function describeQuery<Metric extends AnyMetricId>(vocabulary: ReportVocabulary, choice: Choice<Metric>) {
  const { dimensions, metrics } = listFields(vocabulary, choice);
  return z.strictObject({
    from: z.string('is required').meta({ description: `Start of the time range, inclusive: ${moment}` }),
    to: z.string('is required').meta({
      description: `End of the time range, inclusive: ${moment} A date includes the whole day, a time without seconds the whole minute, and a time with seconds the whole second.`,
    }),
    timezone: timezoneName
      .meta({ description: 'IANA time zone. Defaults to the workspace time zone.' })
      .optional(),
    dimensions: dimensions
      .meta({ description: 'Dimensions to group rows by. Without dimensions, the report has one row.' })
      .optional(),
    metrics: metrics
      .meta({ description: `Metrics to compute. Default: ${defaultMetrics.join(',')}.` })
      .optional(),
    filter: filterList.optional(),
    sortBy: z
      .string()
      .meta({
        description:
          'One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending.',
      })
      .optional(),
    sortDir: z
      .enum(['asc', 'desc'])
      .meta({ description: 'Sort direction. Missing values come last in both directions.' })
      .optional(),
    totals: switchedOn
      .meta({
        description:
          'Adds meta.totals, the totals for all rows on all pages. A visit in several rows counts once.',
      })
      .optional(),
    limit: wholeNumber(1, reportLimits.rowsMax).meta({ default: reportLimits.rowsByDefault }).optional(),
    offset: wholeNumber(0, reportLimits.offsetMax)
      .meta({ description: 'Number of rows to skip.', default: 0 })
      .optional(),
  });
}

export const reportQuery = describeQuery(publicVocabulary, {
  isMetric: (id): id is MetricId => publicMetricIds.some((one) => one === id),
  prefix: '',
});
const includeTests =
  'Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test.';
export const panelReportQuery = describeQuery(panelVocabulary, {
  isMetric: isAnyMetricId,
  prefix: 'Panel',
}).extend({
  includeTests: switchedOn.meta({ description: includeTests }).optional(),
  countBy: z
    .enum(['visit', 'conversion'], 'must be visit or conversion')
    .meta({
      description:
        'Date by which conversions are counted. visit: the time of their visit. conversion: the time at which each conversion, or change to it, was received; visits, clicks and costs stay at the time of the visit.',
      default: 'visit',
    })
    .optional(),
});
export type ReportQuery = z.output<typeof panelReportQuery>;

// Record lists have no custom metrics.
export const metricList = listOfIds({
  known: metricIds,
  isKnown: isMetricId,
  what: 'metric',
  items: { $ref: '#/$defs/PanelReportMetric' },
});

const names = z.record(z.string(), z.string());
const reportRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .meta({ id: 'ReportRow', description: 'Values of the requested dimensions and metrics.' });
export type ReportRow = z.infer<typeof reportRow>;

export const reportTotals = z
  .record(z.string(), z.union([z.number(), z.null()]))
  .meta({ id: 'ReportTotals', description: 'Metric totals for all rows on all pages.' });

function describeIds({ dimensions, metrics }: ReportVocabulary, prefix = '') {
  return {
    dimension: z.enum(dimensions).meta({ id: `${prefix}ReportDimension` }),
    metric: z.enum(metrics).meta({ id: `${prefix}ReportMetric` }),
  };
}

export const panelReportIds = describeIds(panelVocabulary, 'Panel');
export const panelMetric: z.ZodType<AnyMetricId> = z.union(
  [panelReportIds.metric, customMetricId],
  `must be one of ${metricIds.join(', ')}, or a custom metric such as custom1`,
);

function describeReport<Dimension extends z.ZodType, Metric extends z.ZodType>(
  { dimension, metric }: { dimension: Dimension; metric: Metric },
  prefix = '',
) {
  return z
    .strictObject({
      rows: z.array(reportRow),
      meta: z
        .strictObject({
          from: timestamp,
          to: timestamp,
          timezone: z.string(),
          currency: z.string().meta({ description: 'Currency of all amounts.' }),
          dimensions: z.array(dimension),
          metrics: z.array(metric),
          limit: z.int(),
          offset: z.int(),
          count: z.int().meta({ description: 'Number of rows on this page.' }),
          totalRows: z.int().meta({ description: 'Number of rows on all pages.' }),
          hasMore: z.boolean(),
          labels: z
            .record(z.string(), names)
            .meta({ description: 'Names of the record IDs in the rows, by dimension.' }),
          freshness: timestamp.meta({
            description: 'The report includes all traffic recorded up to this time.',
          }),
          totals: reportTotals.optional(),
        })
        .meta({ id: `${prefix}ReportMeta` }),
    })
    .meta({ id: `${prefix}Report` });
}

export const report = describeReport(describeIds(publicVocabulary));
export const panelReport = describeReport(
  { dimension: panelReportIds.dimension, metric: panelMetric },
  'Panel',
);
export type Report = z.infer<typeof panelReport>;

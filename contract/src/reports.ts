import { z } from 'zod';
import { switchedOn, timestamp } from './records.ts';
import { dimensionIds, publicDimensionIds, type DimensionId } from './report-dimensions.ts';
import { defaultMetrics, metricIds, publicMetricIds, type MetricId } from './report-metrics.ts';
import { timezoneName } from './text.ts';

export const reportLimits = {
  rowsByDefault: 100,
  rowsMax: 1_000,
  offsetMax: 100_000_000,
  filtersMax: 6,
  filterValuesMax: 1_000,
  filterValueLengthMax: 2_048,
};

/** What may be asked for: of the public API, which stays as it is, or of the panel's. */
export type ReportVocabulary = { dimensions: readonly DimensionId[]; metrics: readonly MetricId[] };
export const publicVocabulary: ReportVocabulary = {
  dimensions: publicDimensionIds,
  metrics: publicMetricIds,
};
export const panelVocabulary: ReportVocabulary = { dimensions: dimensionIds, metrics: metricIds };

type KnownIds<Id extends string> = { known: readonly Id[]; what: string; name: string };

/** Ids separated by commas, each known and named once. */
function listOfIds<Id extends string>({ known, what, name }: KnownIds<Id>) {
  return z
    .string()
    .transform((text, context): Id[] => {
      const ids = text.split(',');
      const found = ids.flatMap((id) => known.find((one) => one === id) ?? []);
      const unknown = ids.filter((id) => !found.some((one) => one === id));
      const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if (unknown.length > 0)
        refuse(`there is no ${what} ${quoteList(unknown)}; there are ${known.join(', ')}`);
      if (repeated.length > 0) refuse(`names ${quoteList(repeated)} more than once`);
      return found;
    })
    .meta({ type: 'array', items: { $ref: `#/$defs/${name}` }, minItems: 1 });
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
  'YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone.';

/** Expressions, each decoded by itself; in a text the commas stand between them. */
const filterList = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z
      .array(z.string())
      .max(reportLimits.filtersMax, `must hold at most ${reportLimits.filtersMax} expressions`),
  )
  .meta({
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems: reportLimits.filtersMax,
    description:
      'Up to 6 expressions that all must hold, each a dimension or metric, one of = != > <, and up to 1,000 values with | between them. Each is percent-encoded by itself; the commas between them are not.',
  });

/** What a report may be asked in an address; the filter as its expressions, already taken apart. */
function describeQuery({ dimensions, metrics }: ReportVocabulary, prefix = '') {
  const known = {
    dimensions: { known: dimensions, what: 'dimension', name: `${prefix}ReportDimension` },
    metrics: { known: metrics, what: 'metric', name: `${prefix}ReportMetric` },
  };
  return z.strictObject({
    from: z.string('is required').meta({ description: `The first moment: ${moment}` }),
    to: z.string('is required').meta({
      description: `The last moment, included: ${moment} A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second.`,
    }),
    timezone: timezoneName
      .meta({ description: 'An IANA name; the one of the workspace where it is left out.' })
      .optional(),
    dimensions: listOfIds(known.dimensions)
      .meta({ description: 'What rows are grouped by; without any there is one row for everything.' })
      .optional(),
    metrics: listOfIds(known.metrics)
      .meta({ description: `What is counted; ${defaultMetrics.join(',')} where it is left out.` })
      .optional(),
    filter: filterList.optional(),
    sortBy: z
      .string()
      .meta({
        description:
          'One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending.',
      })
      .optional(),
    sortDir: z
      .enum(['asc', 'desc'])
      .meta({ description: 'What is missing comes last either way.' })
      .optional(),
    totals: switchedOn
      .meta({
        description:
          'Adds meta.totals: the totals of all rows on all pages. A visit that is in several rows counts once.',
      })
      .optional(),
    limit: wholeNumber(1, reportLimits.rowsMax).meta({ default: reportLimits.rowsByDefault }).optional(),
    offset: wholeNumber(0, reportLimits.offsetMax)
      .meta({ description: 'How many rows to leave out before the first.', default: 0 })
      .optional(),
  });
}

export const reportQuery = describeQuery(publicVocabulary);
const includeTests =
  'Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test.';
export const panelReportQuery = describeQuery(panelVocabulary, 'Panel').extend({
  includeTests: switchedOn.meta({ description: includeTests }).optional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

const names = z.record(z.string(), z.string());
const reportRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .meta({ id: 'ReportRow', description: 'The value of each dimension and metric that was asked for.' });
export type ReportRow = z.infer<typeof reportRow>;

export const reportTotals = z
  .record(z.string(), z.union([z.number(), z.null()]))
  .meta({ id: 'ReportTotals', description: 'The value of each metric over all rows on all pages.' });

function describeIds({ dimensions, metrics }: ReportVocabulary, prefix = '') {
  return {
    dimension: z.enum(dimensions).meta({ id: `${prefix}ReportDimension` }),
    metric: z.enum(metrics).meta({ id: `${prefix}ReportMetric` }),
  };
}

export const panelReportIds = describeIds(panelVocabulary, 'Panel');

function describeReport({ dimension, metric }: ReturnType<typeof describeIds>, prefix = '') {
  return z
    .strictObject({
      rows: z.array(reportRow),
      meta: z
        .strictObject({
          from: timestamp,
          to: timestamp,
          timezone: z.string(),
          currency: z.string().meta({ description: 'Of all amounts.' }),
          dimensions: z.array(dimension),
          metrics: z.array(metric),
          limit: z.int(),
          offset: z.int(),
          count: z.int().meta({ description: 'How many rows this page has.' }),
          totalRows: z.int().meta({ description: 'How many rows all pages have together.' }),
          hasMore: z.boolean(),
          labels: z
            .record(z.string(), names)
            .meta({ description: 'For each dimension that is a record: the names of the ids in the rows.' }),
          freshness: timestamp.meta({
            description: 'Traffic that was recorded up to this moment is in the answer.',
          }),
          totals: reportTotals.optional(),
        })
        .meta({ id: `${prefix}ReportMeta` }),
    })
    .meta({ id: `${prefix}Report` });
}

export const report = describeReport(describeIds(publicVocabulary));
export const panelReport = describeReport(panelReportIds, 'Panel');
export type Report = z.infer<typeof report>;

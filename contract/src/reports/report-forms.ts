import { z } from 'zod';
import { listOf } from '../values/lists.ts';
import { customMetricId } from './custom-metrics.ts';
import { defaultMetrics, metricIds } from './report-metrics.ts';
import {
  panelMetric,
  panelReportIds,
  panelReportQuery,
  panelVocabulary,
  publicVocabulary,
  reportLimits,
  reportQuery,
  type ReportQuery,
  type ReportVocabulary,
} from './reports.ts';
import { wholeNumber } from '../values/whole-number.ts';

/** Filter operators and their symbols in URL expressions. */
export const filterWords = {
  is: '=',
  isNot: '!=',
  gt: '>',
  lt: '<',
  contains: 'contains',
  notContains: 'notContains',
  startsWith: 'startsWith',
} as const;
type FilterWord = keyof typeof filterWords;
export type FilterOperator = (typeof filterWords)[FilterWord];

export const definitionLimits = {
  // More than in a URL, because each step of a drill-down is a filter.
  filtersMax: 20,
  filterValuesMax: 10_000,
  /**
   * Maximum for text searches such as `contains`. Lower than `filterValuesMax`, because every row is searched for each
   * value.
   */
  soughtTextsMax: 100,
  bodyBytesMax: 2 * 1_024 * 1_024,
};

const { dimensions } = panelVocabulary;
const { shape } = panelReportQuery;

const reportFilter = z
  .strictObject({
    field: z
      .union([z.enum([...dimensions, ...metricIds]), customMetricId], 'must be a dimension or metric')
      .meta({ description: 'Dimension or metric.' }),
    op: z.enum(Object.keys(filterWords) as [FilterWord, ...FilterWord[]]).meta({
      description:
        'is, isNot: any or none of the values. contains, notContains, startsWith: for text dimensions, case-insensitive. gt, lt: for metrics, numbers and times.',
    }),
    values: listOf(z.union([z.string(), z.number(), z.null()]), {
      least: 1,
      most: definitionLimits.filterValuesMax,
      what: 'values',
    }).meta({
      description: `At most ${definitionLimits.filterValuesMax} values, ${definitionLimits.soughtTextsMax} for contains, notContains and startsWith, one for gt and lt. null matches missing values.`,
    }),
  })
  .meta({ id: 'PanelReportFilter' });
export type ReportFilter = z.output<typeof reportFilter>;

const areDifferent = (ids: readonly string[]) => new Set(ids).size === ids.length;
const named = 'must not contain duplicates';

export const reportDefinition = z
  .strictObject({
    from: shape.from,
    to: shape.to,
    timezone: shape.timezone,
    dimensions: z
      .array(panelReportIds.dimension)
      .refine(areDifferent, named)
      .meta({ description: 'Dimensions to group rows by. Without dimensions, the report has one row.' })
      .optional(),
    metrics: z
      .array(panelMetric)
      .min(1, 'must have at least one metric')
      .refine(areDifferent, named)
      .meta({ description: `Metrics to compute. Default: ${defaultMetrics.join(', ')}.` })
      .optional(),
    filters: listOf(reportFilter, { least: 0, most: definitionLimits.filtersMax, what: 'filters' })
      .meta({
        description: `At most ${definitionLimits.filtersMax} filters. A row must match all of them.`,
      })
      .optional(),
    sortBy: shape.sortBy,
    sortDir: shape.sortDir,
    totals: z
      .boolean()
      .meta({
        description:
          'Adds meta.totals, the totals for all rows on all pages. A visit in several rows counts once.',
      })
      .optional(),
    includeTests: z
      .boolean()
      .meta(shape.includeTests.unwrap().meta() ?? {})
      .optional(),
    countBy: shape.countBy,
    limit: wholeNumber(1, reportLimits.rowsMax).meta({ default: reportLimits.rowsByDefault }).optional(),
    offset: wholeNumber(0, reportLimits.offsetMax).meta({ default: 0 }).optional(),
  })
  .meta({ id: 'PanelReportDefinition' });

/** Paging fields. Exports do not have these fields, because an export contains all rows. */
const pages = { limit: true, offset: true, totals: true } as const;
export const reportExportQuery = panelReportQuery.omit(pages);
export const reportExportDefinition = reportDefinition.omit(pages).meta({ id: 'PanelReportExport' });

export type RequestedReport = Omit<ReportQuery, 'totals' | 'includeTests'> & {
  totals?: '1' | boolean | undefined;
  includeTests?: '1' | boolean | undefined;
  filters?: ReportFilter[] | undefined;
};

export type ReportForm = { query: z.ZodType<RequestedReport>; vocabulary: ReportVocabulary };
export const publicForm: ReportForm = { query: reportQuery, vocabulary: publicVocabulary };
export const panelForm: ReportForm = { query: panelReportQuery, vocabulary: panelVocabulary };
export const definitionForm: ReportForm = { query: reportDefinition, vocabulary: panelVocabulary };
export const fileForm: ReportForm = { query: reportExportQuery, vocabulary: panelVocabulary };
export const fileDefinitionForm: ReportForm = { query: reportExportDefinition, vocabulary: panelVocabulary };

import { z } from 'zod';
import { listOf } from './lists.ts';
import { defaultMetrics } from './report-metrics.ts';
import {
  panelReportIds,
  panelReportQuery,
  panelVocabulary,
  publicVocabulary,
  reportLimits,
  reportQuery,
  type ReportQuery,
  type ReportVocabulary,
} from './reports.ts';
import { wholeNumber } from './whole-number.ts';

/** The words of conditions, each with what an expression in an address would write, as far as that can. */
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
  filterValuesMax: 10_000,
  /** Each text has to be looked for in every row. */
  soughtTextsMax: 100,
  bodyBytesMax: 2 * 1_024 * 1_024,
};

const { dimensions, metrics } = panelVocabulary;
const { shape } = panelReportQuery;

const reportFilter = z
  .strictObject({
    field: z.enum([...dimensions, ...metrics]).meta({ description: 'A dimension or a metric.' }),
    op: z.enum(Object.keys(filterWords) as [FilterWord, ...FilterWord[]]).meta({
      description:
        'is and isNot: any of the values, none of them. contains, notContains and startsWith: of a dimension that is any text, whatever the case of letters. gt and lt: of a metric, a number or a time.',
    }),
    values: listOf(z.union([z.string(), z.number(), z.null()]), {
      least: 1,
      most: definitionLimits.filterValuesMax,
      what: 'values',
    }).meta({
      description: `Up to ${definitionLimits.filterValuesMax}, of contains, notContains and startsWith up to ${definitionLimits.soughtTextsMax}; gt and lt take one. null is what is missing.`,
    }),
  })
  .meta({ id: 'PanelReportFilter' });
export type ReportFilter = z.output<typeof reportFilter>;

const areDifferent = (ids: readonly string[]) => new Set(ids).size === ids.length;
const named = 'names one more than once';

/** What a report may be asked in a body, which has room for long lists. */
export const reportDefinition = z
  .strictObject({
    from: shape.from,
    to: shape.to,
    timezone: shape.timezone,
    dimensions: z
      .array(panelReportIds.dimension)
      .refine(areDifferent, named)
      .meta({ description: 'What rows are grouped by; without any there is one row for everything.' })
      .optional(),
    metrics: z
      .array(panelReportIds.metric)
      .min(1, 'must name at least one')
      .refine(areDifferent, named)
      .meta({ description: `What is counted; ${defaultMetrics.join(', ')} where it is left out.` })
      .optional(),
    filters: listOf(reportFilter, { least: 0, most: reportLimits.filtersMax, what: 'filters' })
      .meta({ description: 'All of them must hold.' })
      .optional(),
    sortBy: shape.sortBy,
    sortDir: shape.sortDir,
    totals: z
      .boolean()
      .meta({
        description:
          'Adds meta.totals: the totals of all rows on all pages. A visit that is in several rows counts once.',
      })
      .optional(),
    includeTests: z
      .boolean()
      .meta(shape.includeTests.unwrap().meta() ?? {})
      .optional(),
    limit: wholeNumber(1, reportLimits.rowsMax).meta({ default: reportLimits.rowsByDefault }).optional(),
    offset: wholeNumber(0, reportLimits.offsetMax).meta({ default: 0 }).optional(),
  })
  .meta({ id: 'PanelReportQuestion' });

/** A report as a file has all of its rows, and no pages. */
const pages = { limit: true, offset: true, totals: true } as const;
export const reportExportQuery = panelReportQuery.omit(pages);
export const reportExportDefinition = reportDefinition.omit(pages).meta({ id: 'PanelReportExport' });

/** A report as it is asked for, in whichever form. */
export type RequestedReport = Omit<ReportQuery, 'totals'> & {
  totals?: '1' | boolean | undefined;
  includeTests?: '1' | boolean | undefined;
  filters?: ReportFilter[] | undefined;
};

/** How a report is asked for: what is read of the input, and what may be asked. */
export type ReportForm = { query: z.ZodType<RequestedReport>; vocabulary: ReportVocabulary };
export const publicForm: ReportForm = { query: reportQuery, vocabulary: publicVocabulary };
export const panelForm: ReportForm = { query: panelReportQuery, vocabulary: panelVocabulary };
export const definitionForm: ReportForm = { query: reportDefinition, vocabulary: panelVocabulary };
export const fileForm: ReportForm = { query: reportExportQuery, vocabulary: panelVocabulary };
export const fileDefinitionForm: ReportForm = { query: reportExportDefinition, vocabulary: panelVocabulary };

import { z } from 'zod';
import { listPage, listQuery } from '../api/paging.ts';
import { shownTags, tag } from '../values/tags.ts';
import { isMetricId } from './report-metrics.ts';
import { metricList, panelReportQuery, reportTotals } from './reports.ts';

export const metricRecordsMax = 20_000;

const { from, to, timezone } = panelReportQuery.shape;
const metricFields = {
  metrics: metricList
    .meta({ description: 'Metrics for each record, as in reports. Requires from and to.' })
    .optional(),
  from: from.optional(),
  to: to.optional(),
  timezone,
  compare: z
    .literal('previous', 'must be previous or omitted')
    .meta({
      description:
        'Adds metrics for the previous period of the same length. If the period is still in progress, the previous one ends at the same hour.',
    })
    .optional(),
};

export function metricListQuery<Sort extends string, Shape extends z.ZodRawShape>(
  sorts: [Sort, ...Sort[]],
  filters: Shape,
) {
  const known: readonly string[] = sorts;
  const sort = z
    .string()
    .refine(
      (text) => known.includes(text) || isMetricId(text.replace(/^-/, '')),
      `must be one of ${[...new Set(known)].join(', ')}, or a metric`,
    )
    .meta({
      description: `${[...new Set(known)].join(', ')}, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID.`,
      default: sorts[0],
    })
    .default(sorts[0]);
  return listQuery(sorts, filters).extend({
    sort,
    tag: tag.meta({ description: 'Only records with this tag, case-insensitive.' }).optional(),
    ...metricFields,
  });
}

const ofRecord = reportTotals.meta({
  id: 'RecordMetrics',
  description: 'Values of the requested metrics. Counts and amounts are 0 without traffic.',
});

export function metricListPage<Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) {
  const { items, meta } = listPage(
    z
      .strictObject({
        ...item.shape,
        tags: shownTags.optional(),
        metrics: ofRecord.optional(),
        previousMetrics: ofRecord.optional(),
      })
      .meta({ id }),
  ).shape;
  return z.strictObject({
    items,
    meta: z
      .strictObject({
        ...meta.shape,
        totals: ofRecord
          .meta({ description: 'Totals for all records in the list, on all pages.' })
          .optional(),
        previousTotals: ofRecord.optional(),
      })
      .meta({ id: 'MetricListMeta' }),
  });
}

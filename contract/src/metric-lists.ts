import { z } from 'zod';
import { listPage, listQuery } from './paging.ts';
import { isMetricId } from './report-metrics.ts';
import { panelReportQuery, reportTotals } from './reports.ts';

/** How many records a list with metrics can be about. */
export const metricRecordsMax = 20_000;

const { from, to, timezone, metrics } = panelReportQuery.shape;
const metricFields = {
  metrics: metrics
    .unwrap()
    .meta({ description: 'What is told of each record, as in reports; goes with from and to.' })
    .optional(),
  from: from.optional(),
  to: to.optional(),
  timezone,
  compare: z
    .literal('previous', 'must be previous or left out')
    .meta({
      description:
        'With the same of the period before, which is as long; of one that still runs, up to the same hour.',
    })
    .optional(),
};

/** A list that can be asked for numbers of a time, and be in the order of any of them. */
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
      description: `${[...new Set(known)].join(', ')}, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id.`,
      default: sorts[0],
    })
    .default(sorts[0]);
  return listQuery(sorts, filters).extend({ sort, ...metricFields });
}

const ofRecord = reportTotals.meta({
  id: 'RecordMetrics',
  description: 'The value of each metric asked for; counts and amounts are 0 where there was no traffic.',
});

/** A page of such a list. */
export function metricListPage<Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>, id: string) {
  const { items, meta } = listPage(
    z
      .strictObject({
        ...item.shape,
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
        totals: ofRecord.meta({ description: 'Of all records of the list, whatever the page.' }).optional(),
        previousTotals: ofRecord.optional(),
      })
      .meta({ id: 'MetricListMeta' }),
  });
}

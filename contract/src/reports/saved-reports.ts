import { z } from 'zod';
import { listOf, orElse } from '../values/lists.ts';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { ignoredField, readOnlyFields, timestamp } from '../api/records.ts';
import { rangeNames } from '../accounts/preferences.ts';
import { reportDefinition } from './report-forms.ts';
import { columnFormatOps, columnFormatsMax, columnStyles } from './column-formats.ts';
import { panelMetric } from './reports.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';

export const savedReportsMax = 500;

const columnFormat = z.strictObject({
  metric: panelMetric,
  op: z.enum(columnFormatOps, 'must be gt or lt').meta({ description: 'gt: above the value. lt: below it.' }),
  value: z.number('must be a number').meta({ description: 'For a percentage, 0.2 is 20%.' }),
  style: z.enum(columnStyles, `must be one of ${columnStyles.join(', ')}`),
});

const display = z.strictObject({
  range: z
    .enum(rangeNames, `must be one of ${rangeNames.join(', ')}`)
    .meta({ description: 'Named time range, if from and to are omitted.' })
    .optional(),
  layout: z
    .literal('flat', 'must be flat or omitted')
    .meta({ description: 'flat: one row for each combination of dimensions. Omitted: a tree.' })
    .optional(),
  chart: panelMetric.meta({ description: 'Metric of the chart. Omitted: no chart.' }).optional(),
  step: z
    .enum(['hour', 'day'], 'must be hour or day')
    .meta({ description: 'Interval of the chart.' })
    .optional(),
  heat: panelMetric
    .meta({ description: 'Metric of the heat map of hours and weekdays. Omitted: no heat map.' })
    .optional(),
  shade: z.enum(['share', 'heat'], 'must be share or heat').meta({ description: 'Cell shading.' }).optional(),
  formats: listOf(columnFormat, { least: 0, most: columnFormatsMax, what: 'formats' })
    .meta({ description: 'Rules that highlight values. The first matching rule of a column applies.' })
    .optional(),
});

/**
 * Report definition without paging. If the definition has no time range, people choose the range each time they open
 * the report.
 */
const savedDefinition = reportDefinition
  .omit({ limit: true, offset: true })
  .partial({ from: true, to: true })
  .extend({
    compare: z
      .string()
      .regex(
        /^(?:before|week|month|year|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$/,
        'must be before, week, month, year, or two dates such as 2026-10-01..2026-10-07',
      )
      .meta({
        description:
          'Comparison period: the previous period (before), the same days a week, month or year earlier, or dates such as 2026-10-01..2026-10-07.',
      })
      .optional(),
    order: z
      .literal('change', 'must be change or omitted')
      .meta({ description: 'Sort rows by the size of the change.' })
      .optional(),
  })
  .extend(display.shape)
  .meta({
    id: 'SavedReportDefinition',
    description:
      'Report definition without paging, with an optional comparison period and how the report is shown. from and to can be omitted.',
  });
export type SavedDefinition = z.output<typeof savedDefinition>;

const isShared = z.boolean('must be true or false').meta({
  description: 'True: visible to all members of the workspace. False: visible only to the owner.',
});

const readOnly = { ...readOnlyFields, ownerId: ignoredField, isMine: ignoredField };

export const newSavedReport = z
  .strictObject({
    name: recordName,
    question: savedDefinition,
    isShared: orElse(isShared, false),
    ...readOnly,
  })
  .meta({ id: 'NewSavedReport' });

export const savedReportChange = z
  .strictObject({
    name: recordName.optional(),
    question: savedDefinition.meta({ description: 'Replaces the definition.' }).optional(),
    isShared: isShared.optional(),
    ...readOnly,
  })
  .meta({ id: 'SavedReportChange', description: 'Omitted fields keep their values.' });

/** Saved report in a list. The definition is left out because it can be long. */
const listedReport = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    isShared,
    ownerId: z.uuid().meta({ description: 'ID of the person who saved the report.' }),
    isMine: z.boolean().meta({ description: 'True if the caller is the owner.' }),
    version: versionNumber,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ListedReport' });
export type ListedReport = z.infer<typeof listedReport>;

export const savedReport = listedReport
  .extend({ question: z.record(z.string(), z.unknown()).meta({ description: 'A SavedReportDefinition.' }) })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof savedReport>;

export const savedReportListQuery = listQuery(['name', ...bothWays('name', 'createdAt', 'updatedAt')], {
  ...textSearch,
  shared: z
    .enum(['0', '1'], 'must be 0 or 1')
    .meta({ description: '1: only shared reports. 0: only your private reports.' })
    .optional(),
});
export const savedReportPage = listPage(listedReport).meta({ id: 'SavedReportPage' });

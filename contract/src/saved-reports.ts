import { z } from 'zod';
import { orElse } from './lists.ts';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';
import { ignoredField, readOnlyFields, timestamp } from './records.ts';
import { reportDefinition } from './report-forms.ts';
import { recordName } from './text.ts';
import { versionNumber } from './versions.ts';

export const savedReportsMax = 500;

/** A question as the report takes it. Pages are none of it; without its time it is asked about a new one each time. */
const savedQuestion = reportDefinition
  .omit({ limit: true, offset: true })
  .partial({ from: true, to: true })
  .extend({
    compare: z
      .string()
      .regex(
        /^(?:before|week|month|year|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$/,
        'must be before, week, month, year, or two days with two points between them',
      )
      .meta({
        description:
          'What it stands beside: the time before, the same days a week, a month or a year before, or days such as 2026-10-01..2026-10-07.',
      })
      .optional(),
    order: z
      .literal('change', 'must be change or left out')
      .meta({ description: 'Rows in the order of how far they changed.' })
      .optional(),
  })
  .meta({
    id: 'SavedQuestion',
    description:
      'What a report is asked, without its page, and what it is compared with; from and to may be left for later.',
  });
export type SavedDefinition = z.output<typeof savedQuestion>;

const isShared = z.boolean('must be true or false').meta({
  description: 'Whether everybody in the workspace sees it; otherwise only whoever saved it does.',
});

const readOnly = { ...readOnlyFields, ownerId: ignoredField, isMine: ignoredField };

export const newSavedReport = z
  .strictObject({ name: recordName, question: savedQuestion, isShared: orElse(isShared, false), ...readOnly })
  .meta({ id: 'NewSavedReport' });

export const savedReportChange = z
  .strictObject({
    name: recordName.optional(),
    question: savedQuestion.meta({ description: 'As a whole.' }).optional(),
    isShared: isShared.optional(),
    ...readOnly,
  })
  .meta({ id: 'SavedReportChange', description: 'What is left out stays as it is.' });

/** As a list shows it: questions can be long. */
const listedReport = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    isShared,
    ownerId: z.uuid().meta({ description: 'The person who saved it.' }),
    isMine: z.boolean().meta({ description: 'Whether that is the caller.' }),
    version: versionNumber,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ListedReport' });
export type ListedReport = z.infer<typeof listedReport>;

export const savedReport = listedReport
  .extend({ question: z.record(z.string(), z.unknown()).meta({ description: 'A SavedQuestion.' }) })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof savedReport>;

export const savedReportListQuery = listQuery(['name', ...bothWays('name', 'createdAt', 'updatedAt')], {
  ...textSearch,
  shared: z
    .enum(['0', '1'], 'must be 0 or 1')
    .meta({ description: '1: only shared ones; 0: only private ones, which are the caller’s.' })
    .optional(),
});
export const savedReportPage = listPage(listedReport).meta({ id: 'SavedReportPage' });

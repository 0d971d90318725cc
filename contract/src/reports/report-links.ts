import { z } from 'zod';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';
import { orElse } from '../values/lists.ts';
import { recordName } from '../values/text.ts';

export const reportLinksMax = 200;

const linkLifetimesDays = [7, 30, 90] as const;
export const linkLifetimeDaysMax = 365;

const reportLinkStates = ['active', 'suspended', 'expired', 'revoked'] as const;
const reportLinkState = z.enum(reportLinkStates);

const allowsDownload = z
  .boolean('must be true or false')
  .meta({ description: 'True if the page offers all rows as a CSV file.' });

const person = z.strictObject({ id: z.uuid(), email: z.string() });

export const reportLink = z
  .strictObject({
    id: z.uuid(),
    savedReportId: z.uuid(),
    reportName: z.string(),
    label: z.string(),
    allowsDownload,
    creator: person.meta({ description: 'The link ends when this person leaves the workspace.' }),
    isMine: z.boolean().meta({ description: 'True if the caller created the link.' }),
    state: reportLinkState.meta({
      description: 'suspended: the link does not work, because its creator may not share the report.',
    }),
    createdAt: timestamp,
    expiresAt: timestamp,
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    uses: z.int().min(0).meta({ description: 'How often the page was opened or its file was downloaded.' }),
  })
  .meta({ id: 'ReportLink' });
export type ReportLink = z.infer<typeof reportLink>;

export const newReportLink = z
  .strictObject({
    savedReportId: recordId,
    label: recordName
      .meta({ description: 'Who the link is for. Defaults to the name of the report.' })
      .optional(),
    allowsDownload: orElse(allowsDownload, false),
    lifetimeDays: z
      .union(
        linkLifetimesDays.map((days) => z.literal(days)),
        `must be one of ${linkLifetimesDays.join(', ')}`,
      )
      .meta({ description: 'Lifetime in days. Send either this or expiresOn.' })
      .optional(),
    expiresOn: z.iso
      .date('must be a date such as 2026-12-31')
      .meta({
        description: `Last day on which the link works, in the workspace's time zone. At most ${linkLifetimeDaysMax} days ahead.`,
      })
      .optional(),
  })
  .meta({ id: 'NewReportLink' });

export const newReportLinkUrl = z
  .strictObject({
    ...reportLink.shape,
    url: z.string().meta({ description: 'URL of the page, with its secret token. Returned only once.' }),
  })
  .meta({ id: 'NewReportLinkUrl' });
export type NewReportLinkUrl = z.infer<typeof newReportLinkUrl>;

export const reportLinkListQuery = listQuery(
  ['-createdAt', ...bothWays('createdAt', 'expiresAt', 'lastUsedAt', 'label')],
  {
    savedReportId: recordId.meta({ description: 'Only links to this report.' }).optional(),
    state: reportLinkState.optional(),
  },
);
export const reportLinkPage = listPage(reportLink).meta({ id: 'ReportLinkPage' });

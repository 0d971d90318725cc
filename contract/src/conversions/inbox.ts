import { z } from 'zod';
import { conversionStatus } from '../values/conversion-status.ts';
import { bothWays, listPage, listQuery, moment } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';

const webAddress = z.string();

export const campaignLinks = z
  .strictObject({
    visit: webAddress.meta({
      description: 'Campaign link for the ad, with all traffic source macros.',
    }),
    landingClick: webAddress.meta({ description: 'URL for buttons on landing pages.' }),
    page: z.string().meta({
      description: 'Query string for ads that link directly to your page, with all traffic source macros.',
    }),
    script: z
      .string()
      .meta({ description: 'Tracking script element for landing pages. Reports visits and clicks.' }),
    pixel: webAddress.meta({
      description: 'Pixel for email and impressions, with all traffic source macros.',
    }),
    event: webAddress.meta({
      description:
        'Incoming postback URL for affiliate networks. Secret, because it contains the key. Empty if you may not read the key.',
    }),
    previousEvent: z
      .strictObject({ url: webAddress, until: timestamp })
      .nullable()
      .meta({ description: 'Previous URL after a key rotation, while it still works.' }),
    version: versionNumber.meta({ description: 'Campaign version, required for writes.' }),
  })
  .meta({ id: 'CampaignLinks' });
export const campaignLinksQuery = z.strictObject({
  domainId: recordId.meta({ description: 'Verified domain to use instead of the campaign’s.' }).optional(),
});
export type CampaignLinks = z.infer<typeof campaignLinks>;

const decimalText = z.string().meta({ description: 'Exact decimal number as a string.' });

const inboxChange = z
  .strictObject({
    conversionId: z.uuid(),
    eventId: z.uuid().meta({ description: 'ID in the event feed.' }),
    isNew: z.boolean(),
    idx: z.int().meta({ description: 'Index of the action and its metrics.' }),
    label: z.string(),
    transactionId: z.string(),
    status: conversionStatus,
    payout: decimalText,
    currency: z
      .string()
      .meta({ description: 'Currency of the payout. The revenue is in the workspace currency.' }),
    revenue: decimalText.meta({
      description:
        'Payout converted to the workspace currency. Whether reports count it as revenue depends on the status and the action.',
    }),
    postbackIds: z
      .array(z.uuid())
      .meta({ description: 'IDs of the postbacks that report the change, one for each receiver.' }),
    noPostback: z.string().nullable().meta({
      description: 'Why no postback is sent. Null if one is sent.',
    }),
  })
  .meta({ id: 'InboxChange' });
export type InboxChange = z.infer<typeof inboxChange>;

const personal = z.string().nullable();
const personalNote = 'Null if you do not have permission to view personal data.';

const inboxEntry = z
  .strictObject({
    id: z.uuid(),
    campaignId: z.uuid(),
    receivedAt: timestamp,
    method: z
      .enum(['GET', 'POST', 'PAGE'])
      .meta({ description: 'HTTP method. PAGE for events reported by the tracking script.' }),
    query: personal.meta({ description: `Query string as sent, with secrets masked. ${personalNote}` }),
    contentType: z.string(),
    body: personal.meta({ description: `Body as sent, with secrets masked. ${personalNote}` }),
    address: personal.meta({ description: personalNote }),
    userAgent: personal.meta({ description: personalNote }),
    verdict: z.string().nullable().meta({
      description: 'Result of processing the request, such as counted or no-visit. Null until processed.',
    }),
    reason: z.string().nullable().meta({ description: 'Explanation of the verdict.' }),
    changes: z.array(inboxChange).meta({ description: 'Conversions created or changed.' }),
    handledAt: timestamp.nullable(),
    attempts: z.int().min(0),
    nextAt: timestamp.nullable().meta({ description: 'Time of the next attempt. Null once processed.' }),
  })
  .meta({ id: 'InboxEntry' });
export type InboxEntry = z.infer<typeof inboxEntry>;

export const inboxListQuery = listQuery(['-receivedAt', ...bothWays('receivedAt')], {
  campaignId: recordId.meta({ description: 'Only incoming postbacks for this campaign.' }).optional(),
  verdict: z
    .string()
    .regex(/^[a-z][a-z-]{0,39}$/, 'must be a verdict such as counted or waiting')
    .meta({
      description:
        'Only incoming postbacks with this verdict. `waiting` includes incoming postbacks that have not been processed yet.',
    })
    .optional(),
  from: moment.meta({ description: 'Start of the time range, inclusive.' }).optional(),
  to: moment.meta({ description: 'End of the time range, inclusive.' }).optional(),
  clickId: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .meta({ description: 'Only incoming postbacks for the visit with this click ID or visit ID.' })
    .optional(),
});

export const inboxPage = listPage(inboxEntry).meta({ id: 'InboxPage' });
export type InboxPage = z.infer<typeof inboxPage>;

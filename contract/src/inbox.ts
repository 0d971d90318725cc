import { z } from 'zod';
import { conversionStatus } from './conversion-status.ts';
import { bothWays, listPage, listQuery, moment } from './paging.ts';
import { recordId, timestamp } from './records.ts';
import { versionNumber } from './versions.ts';

const webAddress = z.string();

/** The addresses that a campaign is used by. */
export const campaignLinks = z
  .strictObject({
    visit: webAddress.meta({
      description: 'For the ad: with every macro of the traffic source in the parameter that takes it.',
    }),
    landingClick: webAddress.meta({ description: 'For the button of a landing page.' }),
    page: z.string().meta({
      description:
        'For ads that lead to your page itself: what comes behind its address, with every macro of the source.',
    }),
    script: z
      .string()
      .meta({ description: 'The element for the landing page that reports visits and clicks.' }),
    pixel: webAddress.meta({
      description: 'For mail and impressions, with every macro of the traffic source.',
    }),
    event: webAddress.meta({
      description:
        'For networks: it holds the key, so it is a secret. Empty for whoever may not read the key.',
    }),
    previousEvent: z
      .strictObject({ url: webAddress, until: timestamp })
      .nullable()
      .meta({ description: 'The one before the key was changed, while it still works.' }),
    version: versionNumber.meta({ description: 'Of the campaign; a write names the one it was made on.' }),
  })
  .meta({ id: 'CampaignLinks' });
export const campaignLinksQuery = z.strictObject({
  domainId: recordId
    .meta({ description: 'On this domain, in place of that of the campaign; a verified one.' })
    .optional(),
});
export type CampaignLinks = z.infer<typeof campaignLinks>;

const decimalText = z.string().meta({ description: 'A decimal number, exact.' });

/** A conversion that an incoming event made or changed, as it was afterwards. */
const inboxChange = z
  .strictObject({
    conversionId: z.uuid(),
    eventId: z.uuid().meta({ description: 'Of its entry in the feed of events.' }),
    isNew: z.boolean(),
    idx: z.int().meta({ description: 'Of the action: names the metrics it is counted in.' }),
    label: z.string(),
    transactionId: z.string(),
    status: conversionStatus,
    payout: decimalText,
    currency: z.string().meta({ description: 'Of the payout; the revenue is in the workspace’s.' }),
    revenue: decimalText.meta({ description: 'While it counts in full, whatever the status.' }),
    postbackId: z.uuid().nullable().meta({ description: 'Of the call that tells the traffic source of it.' }),
    noPostback: z.string().nullable().meta({
      description: 'Why the traffic source is not told, in a sentence; null where there is a postback.',
    }),
  })
  .meta({ id: 'InboxChange' });
export type InboxChange = z.infer<typeof inboxChange>;

const personal = z.string().nullable();
const personalNote = 'Null for whoever may not read personal data.';

/** An incoming event as it came, and what became of it. */
const inboxEntry = z
  .strictObject({
    id: z.uuid(),
    campaignId: z.uuid(),
    receivedAt: timestamp,
    method: z
      .enum(['GET', 'POST', 'PAGE'])
      .meta({ description: 'Of the request; PAGE for what the script on a page reported.' }),
    query: personal.meta({ description: `As it was sent, with secrets masked. ${personalNote}` }),
    contentType: z.string(),
    body: personal.meta({ description: `As it was sent, with secrets masked. ${personalNote}` }),
    address: personal.meta({ description: personalNote }),
    userAgent: personal.meta({ description: personalNote }),
    verdict: z.string().nullable().meta({ description: 'Null until it is looked at.' }),
    reason: z.string().nullable().meta({ description: 'The verdict in a sentence.' }),
    changes: z.array(inboxChange).meta({ description: 'Conversions that it made or changed.' }),
    handledAt: timestamp.nullable(),
    attempts: z.int().min(0),
    nextAt: timestamp.nullable().meta({ description: 'When it is looked at next; null once it is handled.' }),
  })
  .meta({ id: 'InboxEntry' });
export type InboxEntry = z.infer<typeof inboxEntry>;

export const inboxListQuery = listQuery(['-receivedAt', ...bothWays('receivedAt')], {
  campaignId: recordId.meta({ description: 'Only those of this campaign.' }).optional(),
  verdict: z
    .string()
    .regex(/^[a-z][a-z-]{0,39}$/, 'must be a verdict such as counted, or waiting')
    .meta({ description: 'One verdict; waiting stands also for what was not looked at yet.' })
    .optional(),
  from: moment.meta({ description: 'This moment or later.' }).optional(),
  to: moment.meta({ description: 'This moment or earlier.' }).optional(),
  clickId: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .meta({ description: 'Only what came for the visit of this click id, or for the visit with this id.' })
    .optional(),
});

export const inboxPage = listPage(inboxEntry).meta({ id: 'InboxPage' });
export type InboxPage = z.infer<typeof inboxPage>;

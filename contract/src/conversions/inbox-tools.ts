import { z } from 'zod';
import { conversionStatus } from '../values/conversion-status.ts';
import { goalRulesInput } from '../goals/rules-input.ts';
import { recordId, timestamp } from '../api/records.ts';

export const verdict = z
  .string()
  .meta({ description: 'Result of processing the request, such as counted or no-visit.' });

const decimalText = z.string().meta({ description: 'Exact decimal number as a string.' });

export const triedChange = z.strictObject({
  isNew: z.boolean(),
  idx: z.int(),
  label: z.string(),
  transactionId: z.string(),
  status: conversionStatus,
  payout: decimalText,
  currency: z.string(),
  revenue: decimalText,
});

const text = (lengthMax: number) =>
  z.string('must be text').max(lengthMax, `must have at most ${lengthMax} characters`);

const goalDraft = z
  .strictObject({
    campaignId: recordId.meta({ description: 'Campaign whose rules are replaced for the test.' }),
    rules: goalRulesInput.shape.rules,
  })
  .meta({ id: 'GoalDraft' });

export const eventTrial = z
  .strictObject({
    url: text(16_384)
      .min(1, 'must not be empty')
      .meta({
        description:
          'Request URL with the campaign key: complete, or starting at /e/. If campaignId is given, the query parameters are enough.',
      })
      .nullish(),
    inboxId: recordId
      .meta({ description: 'ID of a recorded request to test, in place of all other request fields.' })
      .nullish(),
    campaignId: recordId.meta({ description: 'ID of the campaign, if the URL has no key.' }).nullish(),
    draft: goalDraft.meta({ description: 'Unsaved goal rules to test.' }).nullish(),
    body: text(16_384).meta({ description: 'Body of a POST request: form or JSON.' }).nullish(),
    contentType: text(255).nullish(),
    address: text(64)
      .meta({ description: 'Sender IP address. Without it, IP allowlists are not checked.' })
      .nullish(),
  })
  .refine(({ url, inboxId }) => (typeof url === 'string') !== (typeof inboxId === 'string'), {
    path: ['url'],
    message: 'is required unless inboxId is given; do not send both',
  })
  .meta({ id: 'EventTrial' });

export const eventTrialResult = z
  .strictObject({
    campaign: z.strictObject({ id: z.uuid(), name: z.string() }).nullable().meta({
      description: 'Campaign of the request. Null if the key does not belong to a campaign in the workspace.',
    }),
    rule: z
      .strictObject({
        place: z.int().meta({ description: 'Position in the list, starting at 1.' }),
        label: z.string(),
      })
      .nullable()
      .meta({
        description: 'The matching goal rule. Null if no rule matches or the campaign has no rules.',
      }),
    visit: z
      .strictObject({ id: z.uuid(), time: timestamp })
      .nullable()
      .meta({ description: 'Visit that the click ID refers to, even if it has not been recorded.' }),
    verdict: verdict.nullable().meta({ description: 'Null if the campaign was not found.' }),
    read: z.record(z.string(), z.string()).meta({ description: 'Parsed values, by condition field.' }),
    changes: z.array(
      z.strictObject({
        ...triedChange.shape,
        postback: z
          .strictObject({ method: z.string(), url: z.string(), body: z.string().nullable() })
          .nullable()
          .meta({ description: 'Postback that would be sent.' }),
        noPostback: z.string().nullable().meta({ description: 'Why no postback would be sent.' }),
      }),
    ),
    words: z.array(z.string()).meta({ description: 'Summary in sentences.' }),
  })
  .meta({ id: 'EventTrialResult' });
export type EventTrialResult = z.infer<typeof eventTrialResult>;

import { z } from 'zod';
import { conversionStatus } from './conversion-status.ts';
import { recordId } from './records.ts';
import { wholeNumber } from './whole-number.ts';

const text = z.string('must be a text').max(512, 'must have at most 512 characters');

/** A call to a traffic source that tells of nothing that happened. */
export const postbackTest = z
  .strictObject({
    campaignId: recordId
      .meta({ description: 'Its action, its own URL or its source says whom to call, in this order.' })
      .nullish(),
    trafficSourceId: recordId.meta({ description: 'The source alone, in place of a campaign.' }).nullish(),
    idx: wholeNumber(1, 20).meta({ description: 'Of the action; 1 where it is left out.' }).nullish(),
    clickId: text
      .meta({ description: 'Of a visit whose values are filled in; else they are made up.' })
      .nullish(),
    event: text.nullish(),
    status: conversionStatus.nullish(),
    transactionId: text.nullish(),
    payout: z
      .string('must be an amount such as 12.50')
      .regex(/^\d{1,12}(?:\.\d{1,6})?$/, 'must be an amount such as 12.50')
      .meta({ description: 'In the currency of the workspace; 1 where it is left out.' })
      .nullish(),
    send: z
      .boolean('must be true or false')
      .meta({ description: 'Whether the call is made; false only shows it.' }),
  })
  .refine(({ campaignId, trafficSourceId }) => Boolean(campaignId) !== Boolean(trafficSourceId), {
    path: ['campaignId'],
    message: 'must be there, or trafficSourceId, and not both',
  })
  .meta({ id: 'PostbackTest' });

export const postbackTestResult = z
  .strictObject({
    request: z
      .strictObject({
        method: z.enum(['GET', 'POST']),
        url: z.string(),
        headers: z
          .array(z.strictObject({ name: z.string(), value: z.string() }))
          .meta({ description: 'Values that can be secrets are not shown; they are sent.' }),
        body: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'What is sent; null where nobody would be called.' }),
    noPostback: z.string().nullable().meta({ description: 'Why nobody would be called, in a sentence.' }),
    answer: z
      .strictObject({
        status: z.int().nullable().meta({ description: 'Of HTTP; null where nobody answered.' }),
        error: z.string().nullable().meta({ description: 'Why nobody answered, in one word.' }),
        response: z.string().meta({ description: 'The first 2 KiB of it.' }),
        durationMs: z.int(),
      })
      .nullable()
      .meta({ description: 'Null where nothing was sent.' }),
  })
  .meta({ id: 'PostbackTestResult' });
export type PostbackTestResult = z.infer<typeof postbackTestResult>;

import { z } from 'zod';
import { conversionStatus } from '../values/conversion-status.ts';
import { recordId } from '../api/records.ts';
import { wholeNumber } from '../values/whole-number.ts';

const text = z.string('must be text').max(512, 'must have at most 512 characters');

export const postbackTest = z
  .strictObject({
    campaignId: recordId
      .meta({
        description:
          'Campaign. Uses the URL set on the action, the campaign or the traffic source, in that order.',
      })
      .nullish(),
    trafficSourceId: recordId.meta({ description: 'Traffic source, instead of a campaign.' }).nullish(),
    idx: wholeNumber(1, 20).meta({ description: 'Index of the action. Default: 1.' }).nullish(),
    clickId: text
      .meta({
        description:
          'Click ID of the visit whose values replace the macros. If omitted, sample values are used.',
      })
      .nullish(),
    event: text.nullish(),
    status: conversionStatus.nullish(),
    transactionId: text.nullish(),
    payout: z
      .string('must be an amount such as 12.50')
      .regex(/^\d{1,12}(?:\.\d{1,6})?$/, 'must be an amount such as 12.50')
      .meta({ description: 'Payout in the workspace currency. Default: 1.' })
      .nullish(),
    send: z
      .boolean('must be true or false')
      .meta({ description: 'true sends the postback, false only shows it.' }),
  })
  .refine(({ campaignId, trafficSourceId }) => Boolean(campaignId) !== Boolean(trafficSourceId), {
    path: ['campaignId'],
    message: 'is required unless trafficSourceId is given; do not send both',
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
          .meta({ description: 'Secret values are masked here, but the receiver gets them.' }),
        body: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The request. Null if no postback would be sent.' }),
    noPostback: z.string().nullable().meta({ description: 'Why no postback would be sent.' }),
    answer: z
      .strictObject({
        status: z.int().nullable().meta({ description: 'HTTP status code. Null if there was no response.' }),
        error: z.string().nullable().meta({ description: 'Error code if there was no response.' }),
        response: z.string().meta({ description: 'First 2 KiB of the response.' }),
        durationMs: z.int(),
      })
      .nullable()
      .meta({ description: 'Null if nothing was sent.' }),
  })
  .meta({ id: 'PostbackTestResult' });
export type PostbackTestResult = z.infer<typeof postbackTestResult>;

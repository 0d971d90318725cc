import { z } from 'zod';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { recordId } from './records.ts';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

const inputIssue = z
  .strictObject({
    path: z.string().meta({ description: 'Such as cost.amount; empty for the body as a whole.' }),
    message: z.string(),
  })
  .meta({ id: 'InputIssue' });

const namedRecord = z.strictObject({ type: z.string(), id: recordId, name: z.string() });

const blockedRecord = z
  .strictObject({
    ...namedRecord.shape,
    by: z.array(namedRecord).meta({ description: 'What keeps it from the change.' }),
  })
  .meta({ id: 'BlockedRecord' });

const errorCode = z.enum(codes).meta({ id: 'ErrorCode' });

/** Open to more: clients read the members they know. */
const publicDetails = z
  .looseObject({
    issues: z
      .array(inputIssue)
      .max(20)
      .meta({ description: 'With 400: what is wrong, and where.' })
      .optional(),
    missing: z.array(recordId).meta({ description: 'With 404: those ids that do not exist.' }).optional(),
    blocked: z.array(blockedRecord).meta({ description: 'With 409.' }).optional(),
    reason: z
      .enum(['unavailable', 'too-heavy'])
      .meta({
        description:
          'With 503: a part of the service is away and the same can be asked again, or the question takes too long and has to ask for less.',
      })
      .optional(),
    blockedCampaignIds: z.array(recordId).meta({ description: 'With 409.' }).optional(),
  })
  .meta({ id: 'ErrorDetails' });

/** In the panel's, every refusal that a screen treats in a way of its own says which one it is. */
const panelDetails = publicDetails
  .extend({
    reason: z
      .string()
      .regex(/^[a-z]+(?:-[a-z]+)*$/)
      .meta({ description: 'For programs: a word for this kind of refusal, which stays the same.' })
      .optional(),
  })
  .meta({ id: 'ErrorDetails' });

function envelopeWith(details: z.ZodType<Record<string, unknown>>) {
  return z
    .strictObject({
      ok: z.literal(false),
      error: z.strictObject({
        code: errorCode,
        message: z.string().meta({ description: 'For people; it may change.' }),
        details,
      }),
      requestId: z
        .string()
        .meta({ description: 'Finds the request in the logs; also the header x-request-id.' }),
    })
    .meta({ id: 'Error' });
}

export const errorEnvelope = envelopeWith(publicDetails);
export const panelErrorEnvelope = envelopeWith(panelDetails);

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** The success envelope around one result. */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ ok: z.literal(true), data });
}

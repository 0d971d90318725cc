import { z } from 'zod';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { recordId } from './records.ts';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

const inputIssue = z
  .strictObject({
    path: z
      .string()
      .meta({ description: 'Path of the field, such as cost.amount. Empty for the whole body.' }),
    message: z.string(),
  })
  .meta({ id: 'InputIssue' });

const namedRecord = z.strictObject({ type: z.string(), id: recordId, name: z.string() });

const blockedRecord = z
  .strictObject({
    ...namedRecord.shape,
    by: z.array(namedRecord).meta({ description: 'Records that prevent the change.' }),
  })
  .meta({ id: 'BlockedRecord' });

const errorCode = z.enum(codes).meta({ id: 'ErrorCode' });

/** Details of an error. Unknown fields are allowed, so that fields can be added without breaking clients. */
const publicDetails = z
  .looseObject({
    issues: z.array(inputIssue).max(20).meta({ description: 'With 400: validation issues.' }).optional(),
    missing: z.array(recordId).meta({ description: 'With 404: IDs that were not found.' }).optional(),
    blocked: z
      .array(blockedRecord)
      .meta({ description: 'With 409: records that cannot be changed.' })
      .optional(),
    reason: z
      .enum(['unavailable', 'too-heavy'])
      .meta({
        description:
          'With 503: the cause. unavailable: a component is down; retry later. too-heavy: the query takes too long; request less data.',
      })
      .optional(),
    blockedCampaignIds: z
      .array(recordId)
      .meta({ description: 'With 409: IDs of campaigns that cannot be changed.' })
      .optional(),
  })
  .meta({ id: 'ErrorDetails' });

/** Details of an error in the panel API. Errors that a screen handles separately have a `reason`. */
const panelDetails = publicDetails
  .extend({
    reason: z
      .string()
      .regex(/^[a-z]+(?:-[a-z]+)*$/)
      .meta({ description: 'Stable, machine-readable reason for the error.' })
      .optional(),
  })
  .meta({ id: 'ErrorDetails' });

function envelopeWith(details: z.ZodType<Record<string, unknown>>) {
  return z
    .strictObject({
      ok: z.literal(false),
      error: z.strictObject({
        code: errorCode,
        message: z.string().meta({ description: 'Human-readable message. The wording may change.' }),
        details,
      }),
      requestId: z
        .string()
        .meta({ description: 'Identifies the request in the logs. Also sent as the x-request-id header.' }),
    })
    .meta({ id: 'Error' });
}

export const errorEnvelope = envelopeWith(publicDetails);
export const panelErrorEnvelope = envelopeWith(panelDetails);

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ ok: z.literal(true), data });
}

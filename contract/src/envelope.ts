import { z } from 'zod';
import { errorCodes, type ErrorCode } from './error-codes.ts';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

export const errorEnvelope = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(codes),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
  requestId: z.string(),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** The success envelope around one result. */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ ok: z.literal(true), data });
}

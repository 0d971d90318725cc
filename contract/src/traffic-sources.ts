import { z } from 'zod';
import { readOnlyFields } from './records.ts';
import { recordName, requiredText } from './text.ts';

/** An empty text means the same as none, as a form sends it for a field that was left blank. */
const optionalText = z.union([z.literal('').transform(() => null), requiredText(120)]).nullish();

export const newTrafficSource = z.strictObject({
  name: recordName,
  clickIdParam: optionalText,
  costParam: optionalText,
  /** Judged by the address policy besides. */
  postbackUrl: z.string().trim().max(2_048, 'must have at most 2048 characters').nullish(),
  clickIdMacro: optionalText,
  costMacro: optionalText,
  status: z.literal('active', 'a new traffic source is active').optional(),
  ...readOnlyFields,
});

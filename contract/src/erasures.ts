import { z } from 'zod';
import { givenPassword, secondFactorCode } from './people.ts';

/** A visit to be forgotten, with everything that belongs to it. */
export const newErasure = z.strictObject({
  clickId: z
    .string()
    .regex(/^[0-9A-Za-z]{38}$/, 'must be a click id')
    .meta({ description: 'Of the visit: as its landing or network got it, or as the feed shows it.' }),
});
export type NewErasure = z.infer<typeof newErasure>;

/** What cannot be undone takes the person, not just an open browser. */
export const erasureRequest = newErasure
  .extend({ password: givenPassword, code: secondFactorCode.optional() })
  .meta({ id: 'ErasureRequest' });

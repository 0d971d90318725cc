import { z } from 'zod';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { givenPassword, secondFactorCode } from '../accounts/people.ts';
import { timestamp } from '../api/records.ts';

export const newErasure = z.strictObject({
  clickId: z
    .string()
    .regex(/^[0-9A-Za-z]{38}$/, 'must be 38 letters and digits')
    .meta({
      description:
        'Click ID of the visit, as passed to the landing page or affiliate network, or as shown in the event feed.',
    }),
});
export type NewErasure = z.infer<typeof newErasure>;

/** Request to erase data. The password is required in addition to the session, because an erasure cannot be undone. */
export const erasureRequest = newErasure
  .extend({ password: givenPassword, code: secondFactorCode.optional() })
  .meta({ id: 'ErasureRequest' });

const erasure = z
  .strictObject({
    id: z.uuid(),
    clickId: z.string().nullable().meta({ description: 'Null once the deletion is complete.' }),
    state: z.enum(['begun', 'watched', 'stuck', 'done']).meta({
      description:
        'begun: deletion is in progress. watched: all rows have been deleted; late rows are also deleted if they arrive within three days. stuck: the traffic store cannot delete rows at the moment. done: complete.',
    }),
    requestedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof erasure>;

export const erasureListQuery = listQuery(['-requestedAt', ...bothWays('requestedAt')], {});
export const erasurePage = listPage(erasure).meta({ id: 'ErasurePage' });

import { z } from 'zod';
import { bothWays, listPage, listQuery } from './paging.ts';
import { givenPassword, secondFactorCode } from './people.ts';
import { timestamp } from './records.ts';

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

/** What became of an erasure that was asked for. */
const erasure = z
  .strictObject({
    id: z.uuid(),
    clickId: z.string().nullable().meta({ description: 'Forgotten, and so null, when it is done.' }),
    state: z.enum(['begun', 'watched', 'stuck', 'done']).meta({
      description:
        'begun: rows of it may still be there; watched: they are gone, and for three days it is looked for more; stuck: the traffic store cannot delete them now; done: it is over.',
    }),
    requestedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof erasure>;

export const erasureListQuery = listQuery(['-requestedAt', ...bothWays('requestedAt')], {});
export const erasurePage = listPage(erasure).meta({ id: 'ErasurePage' });

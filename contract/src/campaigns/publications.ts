import { z } from 'zod';

const wholeNumber = z.int().min(0);

export const publication = z
  .strictObject({
    waiting: z.boolean().meta({ description: 'True if a change is waiting to be published.' }),
    version: z
      .int()
      .nullable()
      .meta({ description: 'Last published version of the campaign. Null if it is not live.' }),
    failure: z.string().nullable().meta({ description: 'Why the last change could not be published.' }),
    edges: z.strictObject({
      live: wholeNumber.meta({ description: 'Number of live edges.' }),
      serving: wholeNumber.meta({ description: 'Number of live edges that serve this version.' }),
    }),
  })
  .meta({ id: 'Publication' });
export type Publication = z.infer<typeof publication>;

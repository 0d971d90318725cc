import { z } from 'zod';

const wholeNumber = z.int().min(0);

/** How far a campaign is on its way to the runtimes that serve it. */
export const publication = z
  .strictObject({
    waiting: z.boolean().meta({ description: 'A change of it is not compiled yet.' }),
    version: z
      .int()
      .nullable()
      .meta({ description: 'Of the campaign, compiled last; null where it is not served.' }),
    failure: z.string().nullable().meta({ description: 'Why the last change could not be compiled.' }),
    edges: z.strictObject({
      live: wholeNumber.meta({ description: 'Runtimes that are alive.' }),
      serving: wholeNumber.meta({ description: 'Those of them that serve this version.' }),
    }),
  })
  .meta({ id: 'Publication' });
export type Publication = z.infer<typeof publication>;

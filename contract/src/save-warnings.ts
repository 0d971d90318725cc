import { z } from 'zod';

/** What was saved as it was given, and is probably not meant so. */
export const saveWarning = z
  .strictObject({
    path: z.string().meta({ description: 'The field that it is about, such as `rules.0.actions`.' }),
    message: z.string(),
    suggestion: z.string().optional().meta({ description: 'What may have been meant.' }),
  })
  .meta({ id: 'SaveWarning' });
export type SaveWarning = z.infer<typeof saveWarning>;

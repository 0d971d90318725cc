import { z } from 'zod';
import { refuseIdxOfOthers } from './events.ts';
import { listPage } from './paging.ts';
import { eventSearch, panelEvent } from './panel-events.ts';

/** How many an answer holds at the most. */
export const eventTailLimit = 500;

/** What is followed. There is no range: it begins now, or where a cursor says. */
export const eventTailFilter = z.strictObject({
  ...eventSearch,
  after: z
    .string()
    .max(200, 'is no cursor of this feed')
    .meta({
      description: 'nextCursor of the answer before, with everything else unchanged; from now on without it.',
    })
    .optional(),
});
export const checkedEventTailFilter = eventTailFilter.superRefine(refuseIdxOfOthers);

/** `nextCursor` is never null: it is what `after` takes. */
export const eventTailPage = listPage(panelEvent).meta({ id: 'EventTailPage' });
export type EventTailPage = z.infer<typeof eventTailPage>;

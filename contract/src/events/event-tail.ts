import { z } from 'zod';
import { refuseIdxOfOthers } from './events.ts';
import { listPage } from '../api/paging.ts';
import { eventSearch, panelEvent } from './panel-events.ts';

export const eventTailLimit = 500;

/**
 * Filter for the event tail. The filter has no time range, because the tail starts at the current time or at the
 * cursor.
 */
export const eventTailFilter = z.strictObject({
  ...eventSearch,
  after: z
    .string()
    .max(200, 'is not valid for this feed')
    .meta({
      description:
        'nextCursor from the previous response; keep all other parameters unchanged. Without it, the tail starts now.',
    })
    .optional(),
});
export const checkedEventTailFilter = eventTailFilter.superRefine(refuseIdxOfOthers);

export const eventTailPage = listPage(panelEvent).meta({ id: 'EventTailPage' });
export type EventTailPage = z.infer<typeof eventTailPage>;

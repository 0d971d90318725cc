import { z } from 'zod';
import { bothWays, listPage, listQuery } from './paging.ts';
import {
  eventZone,
  panelGoalEvent,
  panelLandingClickEvent,
  panelPostbackEvent,
  panelVisitEvent,
} from './panel-events.ts';
import { postback } from './postbacks.ts';

/** A call to a traffic source with all that was tried. */
const toldPostback = z
  .strictObject({
    eventId: z.uuid().nullable().meta({ description: 'The event that it tells of.' }),
    postback: postback.nullable().meta({
      description: 'How it stands; null where it ended so long ago that only its attempts are left.',
    }),
    attempts: z.array(panelPostbackEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'ToldPostback' });

/** Everything that there is of one visit. */
export const eventTimeline = z
  .strictObject({
    visitId: z.uuid().nullable().meta({ description: 'Null where the event belongs to no visit.' }),
    clickId: z.string().nullable(),
    visit: panelVisitEvent
      .nullable()
      .meta({ description: 'Null where it has not arrived yet, or has expired before what followed it.' }),
    clicks: z.array(panelLandingClickEvent).meta({ description: 'Oldest first, as all lists here.' }),
    conversions: z
      .array(panelGoalEvent)
      .meta({ description: 'Each change of each conversion, as it stood then.' }),
    postbacks: z.array(toldPostback),
    isComplete: z.boolean().meta({ description: 'False where there is more than is shown: 2,000 rows.' }),
  })
  .meta({ id: 'EventStory' });
export type EventTimeline = z.infer<typeof eventTimeline>;

export const eventTimelineQuery = z.strictObject({ timezone: eventZone });

export const postbackAttemptListQuery = listQuery(['time', ...bothWays('time')], {});
export const postbackAttemptPage = listPage(panelPostbackEvent).meta({ id: 'PostbackAttemptPage' });
export type PostbackAttemptPage = z.infer<typeof postbackAttemptPage>;

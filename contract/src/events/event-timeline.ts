import { z } from 'zod';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import {
  eventZone,
  panelGoalEvent,
  panelLandingClickEvent,
  panelPostbackEvent,
  panelVisitEvent,
} from './panel-events.ts';
import { postback } from '../postbacks/postbacks.ts';

const visitPostback = z
  .strictObject({
    eventId: z.uuid().nullable().meta({ description: 'The event that the postback reports.' }),
    postback: postback.nullable().meta({
      description: 'Current state. Null if the postback has expired and only its attempts remain.',
    }),
    attempts: z.array(panelPostbackEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'VisitPostback' });

export const eventTimeline = z
  .strictObject({
    visitId: z.uuid().nullable().meta({ description: 'Null if the event belongs to no visit.' }),
    clickId: z.string().nullable(),
    visit: panelVisitEvent
      .nullable()
      .meta({ description: 'Null if the visit has not been stored yet or has expired.' }),
    clicks: z
      .array(panelLandingClickEvent)
      .meta({ description: 'Oldest first, like all lists in this object.' }),
    conversions: z
      .array(panelGoalEvent)
      .meta({ description: 'Every change to every conversion, with its values at that time.' }),
    postbacks: z.array(visitPostback),
    isComplete: z.boolean().meta({ description: 'False if the visit has more than the 2,000 rows shown.' }),
  })
  .meta({ id: 'EventTimeline' });
export type EventTimeline = z.infer<typeof eventTimeline>;

export const eventTimelineQuery = z.strictObject({ timezone: eventZone });

export const postbackAttemptListQuery = listQuery(['time', ...bothWays('time')], {});
export const postbackAttemptPage = listPage(panelPostbackEvent).meta({ id: 'PostbackAttemptPage' });
export type PostbackAttemptPage = z.infer<typeof postbackAttemptPage>;

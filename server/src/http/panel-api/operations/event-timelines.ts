import {
  eventTimeline,
  eventTimelineQuery,
  postbackAttemptListQuery,
  postbackAttemptPage,
} from '@waypost/contract/event-timeline.ts';
import { eventTailFilter, eventTailPage } from '@waypost/contract/event-tail.ts';
import { pageOf } from '@waypost/contract/paging.ts';
import { visitExplanation } from '@waypost/contract/visit-explanation.ts';
import { listNewerEvents, openEventTail } from '../../../services/events-feed/event-tail.ts';
import { followEvents } from '../../../services/events-feed/follow-events.ts';
import { getEventTimeline } from '../../../services/events-feed/get-event-timeline.ts';
import { listPostbackAttempts } from '../../../services/events-feed/list-postback-attempts.ts';
import { explainVisit } from '../../../services/rotators/evaluation/explain-visit.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import {
  panelGoalExample as goalExample,
  panelLandingClickExample as landingClickExample,
  panelPostbackExample as postbackAttemptExample,
  panelVisitExample as visitExample,
} from '../examples/events.ts';
import { visitExplanationExample } from '../examples/evaluation.ts';
import { postbackExample } from '../examples/postbacks.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const eventTimelineOperations: PanelOperation[] = [
  {
    operationId: 'getEventStory',
    method: 'GET',
    path: '/events/{id}',
    access: 'events.read',
    summary: 'Shows everything that there is of one visit',
    description:
      'By its click id, or by the id of any event that belongs to it. An event is found by its id as soon as it is recorded, within seconds. Whoever may not read personal data gets the same with those fields null.',
    query: eventTimelineQuery,
    data: eventTimeline,
    errors: { NOT_FOUND: { event: noSuch('event') } },
    example: {
      params: { id: goalExample.id },
      query: { timezone: 'Europe/Berlin' },
      data: {
        visitId: visitExample.visitId,
        clickId: visitExample.clickId,
        visit: visitExample,
        clicks: [landingClickExample],
        conversions: [goalExample],
        postbacks: [
          { eventId: goalExample.id, postback: postbackExample, attempts: [postbackAttemptExample] },
        ],
        isComplete: true,
      },
      issue: { path: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' },
    },
    run: (context, input) => getEventTimeline(context, inputId(input), input.query),
  },
  {
    operationId: 'explainVisit',
    method: 'GET',
    path: '/events/{id}/explanation',
    access: 'rotators.read',
    summary: 'Explains a visit: the rules that decided, evaluated against what was recorded',
    description:
      'By its click id, or by the id of any event that belongs to it. Values that were not recorded, and personal data that you may not read, are unknown; so is each rule that depends on them. `verdict` compares the result with the record.',
    data: visitExplanation,
    errors: { NOT_FOUND: { event: noSuch('event') } },
    example: {
      params: { id: visitExample.id },
      data: visitExplanationExample,
      issue: strayParameter,
    },
    run: (context, input) => explainVisit(context, inputId(input)),
  },
  {
    operationId: 'tailEvents',
    method: 'GET',
    path: '/events/tail',
    access: 'events.read',
    summary: 'Lists what is new, oldest first, and goes on telling it',
    description:
      'Without `after` it begins now; `nextCursor` of each answer is `after` of the next. With `Accept: text/event-stream` the answer is a stream of server-sent events that goes on: `data` of each is an event as here, `id` the cursor behind it, and a browser that comes back with Last-Event-ID misses none and gets none twice. An event is told some seconds after it happened, when everything before it is recorded; what is recorded more than two minutes after its moment (uploads, replays) is not told. The stream ends with the event `end` when the session or the permission does. Four at a time for each person.',
    query: eventTailFilter,
    data: eventTailPage,
    errors: {
      RATE_LIMITED: {
        tooMany: {
          message: 'you follow events 4 times already: end one of them',
          details: { reason: 'too-many-tails', retryAfter: 60 },
        },
      },
    },
    example: {
      query: { type: 'event' },
      data: {
        items: [goalExample],
        meta: {
          limit: 500,
          count: 1,
          total: null,
          nextCursor: 'AaHdNh8IAaHdNh8Ie06cLTpff56bHARx2mQ3kV8s',
        },
      },
      issue: { path: 'after', message: 'is no cursor of this feed, or of one with other filters' },
    },
    run: (context, { query, signal }) => listNewerEvents(context, query, signal),
    follow: async (context, { query, lastEventId, again, signal }) => {
      const after = lastEventId === undefined ? {} : { after: lastEventId };
      const tail = await openEventTail(context, { ...query, ...after });
      return followEvents(context.actor.id, { tail, again, signal });
    },
  },
  {
    operationId: 'listPostbackAttempts',
    method: 'GET',
    path: '/postbacks/{id}/attempts',
    access: 'postbacks.read',
    summary: 'Lists what was tried of a call to a traffic source',
    description:
      'Each with what was sent and answered. An attempt is here some seconds after it was made, and for as long as the workspace keeps postbacks. Whoever may not read personal data gets url and response as null.',
    query: postbackAttemptListQuery,
    data: postbackAttemptPage,
    errors: { NOT_FOUND: { postback: noSuch('postback') } },
    example: {
      params: { id: postbackExample.id },
      data: pageOf(postbackAttemptExample),
      issue: strayParameter,
    },
    run: (context, input) => listPostbackAttempts(context, inputId(input), input.query),
  },
];

import {
  eventTimeline,
  eventTimelineQuery,
  postbackAttemptListQuery,
  postbackAttemptPage,
} from '@waypost/contract/events/event-timeline.ts';
import { eventTailFilter, eventTailPage } from '@waypost/contract/events/event-tail.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { visitExplanation } from '@waypost/contract/rotators/visit-explanation.ts';
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
    operationId: 'getEventTimeline',
    method: 'GET',
    path: '/events/{id}',
    access: 'events.read',
    summary: 'Get everything recorded about a visit',
    description:
      'The visit is identified by its click ID or by the ID of any of its events. Events can be found within seconds of being recorded. Without permission to read personal data, the fields that contain it are null.',
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
    summary: 'Explain a visit: evaluate the rules that routed it',
    description:
      'The visit is identified by its click ID or by the ID of any of its events. Values that were not recorded and personal data that you may not read are unknown, and so is the result of each rule that depends on them. `verdict` compares the result with the recorded one.',
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
    summary: 'Follow new events, oldest first',
    description:
      'Starts now, or after the cursor in `after`; pass `nextCursor` from each response as the next `after`. With `Accept: text/event-stream`, the response is a stream of server-sent events: `data` is an event, `id` is the cursor after it. A browser that reconnects with Last-Event-ID neither misses nor repeats an event. Events appear a few seconds after they happen, once everything before them is recorded. Events recorded more than two minutes late (uploads, replays) are left out. The stream ends with the event `end` when the session or the permission ends. At most four streams per person.',
    query: eventTailFilter,
    data: eventTailPage,
    errors: {
      RATE_LIMITED: {
        tooMany: {
          message: 'You already have 4 live event streams open. Close one first.',
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
      issue: { path: 'after', message: 'is not valid for this feed and these filters' },
    },
    run: (context, { query, signal }) => listNewerEvents(context, query, signal),
    follow: async (context, { query, lastEventId, refresh, signal }) => {
      const after = lastEventId === undefined ? {} : { after: lastEventId };
      const tail = await openEventTail(context, { ...query, ...after });
      return followEvents(context.actor.id, { tail, refresh, signal });
    },
  },
  {
    operationId: 'listPostbackAttempts',
    method: 'GET',
    path: '/postbacks/{id}/attempts',
    access: 'postbacks.read',
    summary: 'List a postback’s attempts',
    description:
      'Each attempt includes its request and response. Attempts appear a few seconds after they are made and are kept for the workspace’s postback retention period. Without permission to read personal data, url and response are null.',
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

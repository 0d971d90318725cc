import { eventFilter, eventPage } from '@waypost/contract/events.ts';
import { listEvents } from '../../../services/events-feed/list-events.ts';
import { eventPageExample } from '../event-examples.ts';
import type { Operation } from '../operation.ts';

export const listEventsOperation: Operation = {
  operationId: 'listEvents',
  method: 'GET',
  path: '/events',
  scope: 'read',
  summary: 'Lists recorded events, newest first',
  description:
    'Visits, landing clicks, goals and outgoing postbacks, each at the moment when it happened; reports count goals at the moment of their visit. The order is fixed: time, then id, both descending. Go on while `hasMore` is true, with `nextCursor` as `cursor` and everything else unchanged, also after an empty page. Events that arrive meanwhile never shift pages.',
  query: eventFilter,
  data: eventPage,
  example: {
    query: { from: '2026-11-16', to: '2026-11-16', timezone: 'Europe/Berlin', limit: '4' },
    data: eventPageExample,
    issue: { path: 'idx', message: 'goes with event, postback or no type' },
  },
  run: (context, { query, signal }) => listEvents(context, query, { signal }),
};

import { listEvents } from '../../../services/events-feed/list-events.ts';
import { listEventsOperation as publicOperation } from '../../api-v1/events/list-events.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const listEventsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  access: 'events.read',
  run: (context, { query, signal }) => listEvents(context, query, { signal }),
};

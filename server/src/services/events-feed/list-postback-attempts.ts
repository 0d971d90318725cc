import {
  postbackAttemptListQuery,
  type PostbackAttemptPage,
} from '@waypost/contract/events/event-timeline.ts';
import type { PanelEvent } from '@waypost/contract/events/panel-events.ts';
import { isId } from '../../platform/ids.ts';
import { findReportedEvent } from '../../store/postbacks/postback-list.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listItems } from '../lists/list-items.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { readVisitRows } from './get-event-timeline.ts';
import { presentWithLabels } from './present-rows.ts';
import { inZone } from './read-event-query.ts';

export async function listPostbackAttempts(
  context: WorkspaceContext & WithTraffic,
  id: string,
  input: unknown = {},
): Promise<PostbackAttemptPage> {
  requirePermission(context.actor, 'postbacks.read');
  const list = {
    name: `attempts of ${id}`,
    query: postbackAttemptListQuery,
    idOf: (attempt: Attempt) => attempt.id,
    sorts: { time: ({ time }: Attempt) => time },
  };
  return await listItems(context, list, input, () => readAttempts(context, id));
}

type Attempt = PostbackAttemptPage['items'][number];

async function readAttempts(context: WorkspaceContext & WithTraffic, id: string): Promise<Attempt[]> {
  const { workspaceId } = context;
  const subject = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findReportedEvent(executor, workspaceId, id))
    : undefined;
  if (subject === undefined) return refuseMissing('postback');
  const { eventId, ...visit } = subject;
  const rows = await readVisitRows(context, { workspaceId, ...visit }, ['postback']);
  const own = rows.filter((row) => row.eventId === eventId);
  const { timezone } = await inZone(context, {});
  return (await presentWithLabels(context, timezone, own)).filter(isAttempt);
}

function isAttempt(event: PanelEvent): event is Extract<PanelEvent, { type: 'postback' }> {
  return event.type === 'postback';
}

import type { BriefEvent } from '@waypost/contract/events/panel-events.ts';
import {
  searchQuery,
  visitSearchDays,
  type FoundVisit,
  type VisitSearchResult,
} from '@waypost/contract/campaigns/search.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listBriefEvents } from '../events-feed/list-events.ts';
import { parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';

const hitsMax = 5;
const dayMs = 86_400_000;
// Short, because a person is waiting. The event list can search further, page by page.
const searchMsMax = 2_000;

/**
 * Finds visits by external click ID and by transaction ID. External click IDs are personal data. Callers who may not
 * read them cannot search for them either, because the result would reveal whether an ID exists.
 */
export async function searchVisits(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  signal?: AbortSignal,
): Promise<VisitSearchResult> {
  requirePermission(context.actor, 'events.read');
  const { q } = parseInput(searchQuery, input);
  const nowMs = context.now().getTime();
  const request = {
    timezone: 'UTC',
    from: new Date(nowMs - visitSearchDays * dayMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    limit: String(hitsMax),
  };
  const find = async (by: object) =>
    await listBriefEvents(context, { ...request, ...by }, { searchMsMax, ...(signal && { signal }) });
  const [byTransaction, bySource] = await Promise.all([
    find({ type: 'event', transactionId: q }),
    isAllowed(context.actor, 'personal-data.read') ? find({ type: 'visit', externalId: q }) : undefined,
  ]);
  const found = [
    ...(bySource?.items ?? []).flatMap((event) => present(event, 'externalId')),
    ...byTransaction.items.flatMap((event) => present(event, 'transactionId')),
  ];
  return {
    // Removes duplicates, because each change to a conversion is a separate event.
    items: [...new Map(found.map((visit) => [`${visit.match} ${visit.clickId}`, visit])).values()],
    isComplete: [byTransaction, bySource].every((page) => (page?.meta.nextCursor ?? null) === null),
  };
}

function present({ clickId, time, labels }: BriefEvent, match: FoundVisit['match']): FoundVisit[] {
  return clickId === null ? [] : [{ clickId, time, campaign: labels.campaign, match }];
}

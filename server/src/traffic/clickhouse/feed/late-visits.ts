import { feedAttributeNames } from '@waypost/contract/visit-attributes.ts';
import type { BriefRow, FeedRow } from '../../../domain/traffic/feed-row.ts';
import { visitLate, visitUnknown } from '../../../domain/traffic/reasons.ts';
import { eventsRequest } from '../../refusals.ts';
import type { ClickHouseClient } from '../client.ts';
import { findVisits } from '../find-visits.ts';
import { explainRefusal } from '../run-query.ts';

/** The offer and its network are what a click chose itself. */
const chosen: ReadonlySet<string> = new Set(['offerId', 'affiliateNetworkId']);
const fromVisit = feedAttributeNames.filter((name) => !chosen.has(name));

/** Clicks that were stored before their visits are shown with what these say: the rows themselves stay as they are. */
export async function showLateVisits<Row extends BriefRow>(
  client: ClickHouseClient,
  workspaceId: string,
  rows: Row[],
): Promise<Row[]> {
  const keys = rows.flatMap(({ type, reasons, visitId, campaignId }) =>
    type === 'lpclick' && reasons.includes(visitUnknown) && visitId !== null && campaignId !== null
      ? [{ workspaceId, campaignId, visitId }]
      : [],
  );
  if (keys.length === 0) return rows;
  const visits = await findVisits(client, keys).catch((error: unknown) => {
    throw explainRefusal(error, eventsRequest);
  });
  return rows.map((row) => {
    const visit = row.reasons.includes(visitUnknown) ? visits.get(row.visitId ?? '') : undefined;
    if (visit === undefined) return row;
    const shown = fromVisit.filter((name) => name in row);
    const said = Object.fromEntries(shown.map((name) => [name, visit[name]])) as Partial<FeedRow>;
    const reasons = [...row.reasons.filter((one) => one !== visitUnknown), visitLate];
    return { ...row, ...said, reasons };
  });
}

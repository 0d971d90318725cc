import { feedAttributeNames } from '@waypost/contract/visits/visit-attributes.ts';
import type { BriefRow, FeedRow } from '../../../domain/traffic/feed-row.ts';
import { visitLate, visitUnknown } from '../../../domain/traffic/reasons.ts';
import { eventsRequest } from '../../request-errors.ts';
import type { ClickHouseClient } from '../client.ts';
import { findVisits } from '../find-visits.ts';
import { explainQueryError } from '../run-query.ts';

const chosenFields: ReadonlySet<string> = new Set(['offerId', 'affiliateNetworkId']);
const copiedFields = feedAttributeNames.filter((name) => !chosenFields.has(name));

/** Adds the attributes of visits to clicks that were stored before their visit. Does not change the stored rows. */
export async function addLateVisits<Row extends BriefRow>(
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
    throw explainQueryError(error, eventsRequest);
  });
  return rows.map((row) => {
    const visit = row.reasons.includes(visitUnknown) ? visits.get(row.visitId ?? '') : undefined;
    if (visit === undefined) return row;
    const names = copiedFields.filter((name) => name in row);
    const copied = Object.fromEntries(names.map((name) => [name, visit[name]])) as Partial<FeedRow>;
    const reasons = [...row.reasons.filter((reason) => reason !== visitUnknown), visitLate];
    return { ...row, ...copied, reasons };
  });
}

import { noId } from '../../domain/traffic/cells.ts';
import { listCell } from '../../domain/traffic/cells.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import type { ClickOutcome } from '../outcomes.ts';
import { flag, noOwner, reasonsCell, unownedDays } from '../row-cells.ts';
import { sourceCells, storedUrl, visitorCells } from '../visits/visit-row.ts';
import type { Visit } from '../visits/visit.ts';
import type { ClickChoice } from './choose-offer.ts';

export type Click = {
  id: string;
  outcome: ClickOutcome;
  choice: ClickChoice | undefined;
  visitId: string | undefined;
};

/**
 * Builds the row for a landing-page click. Attributes that are known only from the visit are added when the row is
 * stored.
 */
export function clickRow(visit: Visit, click: Click): string {
  const { classified } = visit;
  const isCounted = !classified.isBot && !classified.isPrefetch;
  const result = `${click.outcome}\t${storedUrl(visit.destination, visit.clickId)}\t${click.choice?.link ?? ''}\t${flag(classified.isBot)}\t${flag(classified.isPrefetch)}\t\t${reasonsCell(visit.reasons, classified.reasons)}\t\t`;
  return `${head('lpclick', visit, click)}\t${result}\t\t\t\t\t\t${flag(isCounted)}\t\t`;
}

/**
 * Builds the adjustment that turns a prefetch into a counted visit after a click by a person. The unique-visit count is
 * taken from the visit's row when the adjustment is stored.
 */
export function promotionRow(visit: Visit, click: Click): string {
  const isView = click.choice?.landingId !== null;
  const result = `\t\t\t\t\t\t${listCell(['prefetch-followed'])}\t\t`;
  return `${head('adjustment', visit, click)}\t${result}\t1\t\t\t-1\t${flag(isView)}\t\t\t`;
}

function head(type: 'lpclick' | 'adjustment', visit: Visit, { id, choice, visitId }: Click): string {
  const { campaign, timeMs, visitTimeMs } = visit;
  // An adjustment expires together with its visit; if only one of them had expired, the sums would be wrong.
  const sinceMs = type === 'adjustment' ? visitTimeMs : timeMs;
  const expires = expiryDay(sinceMs, campaign?.visitDays ?? unownedDays);
  const identity = `${type}\t${campaign?.ownerCells ?? noOwner}\t${timeCell(visitTimeMs)}\t${timeCell(timeMs)}\t${id}\t${visitId ?? noId}\t${expires}`;
  const chosen = `\t${choice?.path.id ?? ''}\t${choice?.landingId ?? ''}\t${choice?.offer?.id ?? ''}\t${choice?.offer?.affiliateNetworkId ?? ''}`;
  return `${identity}\t${campaign?.campaignCells ?? '\t\t'}\t${chosen}\t${visitorCells(visit)}\t${sourceCells(visit)}`;
}

import { filledValue } from '../../domain/macros/index.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { VisitRequest } from '../read-visit-request.ts';
import type { Query } from '../request/parse-query.ts';
import { readPage } from '../request/read-page.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';
import type { RememberedVisit, VisitorMemory } from '../visitor/visitor-memory.ts';

export type ClickedVisit = {
  visitId: string | undefined;
  campaign: ServedCampaign | undefined;
  /** The visit as stored in the visitor's cookie. If it is undefined, the path and offer are chosen again. */
  remembered: RememberedVisit | undefined;
};

/**
 * Finds the visit of a click without a database lookup. The click ID in the link takes precedence over the cookie, so
 * that clicks are attributed correctly when two campaigns are open in one browser. Without a click ID, the campaign
 * named in the link or the referring landing page selects one of the remembered visits; otherwise the newest visit
 * is used.
 */
export function findVisit(edge: EdgeContext, visitRequest: VisitRequest, query: Query): ClickedVisit {
  const memory = edge.recall(visitRequest, 'cookie');
  const sent = filledValue(query.get('cid')) ?? filledValue(query.get('clickid'));
  const clickId = sent === undefined ? undefined : edge.clickIds.decode(sent);
  if (sent !== undefined && clickId === undefined) edge.counters.forgedClickIds += 1;
  if (clickId !== undefined) {
    const { visitId, campaignNumber } = clickId;
    return {
      visitId,
      campaign: edge.snapshot.findByNumber(campaignNumber),
      remembered: memory.findVisitById(visitId),
    };
  }
  const named = edge.snapshot.find(query.get('c')?.toLowerCase() ?? '');
  const remembered =
    named === undefined ? chooseRemembered(edge, memory, visitRequest) : memory.findVisit(named.number);
  if (remembered === undefined) return { visitId: undefined, campaign: named, remembered: undefined };
  return {
    visitId: remembered.visitId,
    campaign: edge.snapshot.findByNumber(remembered.campaignNumber),
    remembered,
  };
}

function chooseRemembered(
  edge: EdgeContext,
  memory: VisitorMemory,
  { headers }: VisitRequest,
): RememberedVisit | undefined {
  const page = headers.referer === undefined ? undefined : readPage(headers.referer)?.origin;
  if (page !== undefined) {
    for (const remembered of memory.visits()) {
      const campaign = edge.snapshot.findByNumber(remembered.campaignNumber);
      if (remembered.landingId !== null && campaign?.landingOrigins.get(remembered.landingId) === page)
        return remembered;
    }
  }
  return memory.findVisit();
}

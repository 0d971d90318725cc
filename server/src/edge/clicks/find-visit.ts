import { filledValue } from '../../domain/macros/index.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { VisitRequest } from '../read-visit-request.ts';
import type { Query } from '../request/parse-query.ts';
import { readPage } from '../request/read-page.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';
import type { KeptVisit, VisitorMemory } from '../visitor/visitor-memory.ts';

/** What is known of the visit that a landing click belongs to. */
export type ClickedVisit = {
  /** Undefined where only the campaign is known. */
  visitId: string | undefined;
  campaign: ServedCampaign | undefined;
  /** What the browser kept of it; without that, path and offer are worked out again. */
  kept: KeptVisit | undefined;
};

/**
 * Without any look-up: the click id of the link wins over what the browser kept, so that two campaigns in one browser
 * do not take each other's clicks. Without an id, the campaign that the link names, or the page that the click came
 * from, says which of the kept visits is meant; else it is the newest.
 */
export function findVisit(edge: EdgeContext, arrival: VisitRequest, query: Query): ClickedVisit {
  const memory = edge.recall(arrival, 'cookie');
  const sent = filledValue(query.get('cid')) ?? filledValue(query.get('clickid'));
  const clickId = sent === undefined ? undefined : edge.clickIds.decode(sent);
  if (sent !== undefined && clickId === undefined) edge.counters.forgedClickIds += 1;
  if (clickId !== undefined) {
    const { visitId, campaignNumber } = clickId;
    return {
      visitId,
      campaign: edge.snapshot.findByNumber(campaignNumber),
      kept: memory.findVisitById(visitId),
    };
  }
  const named = edge.snapshot.find(query.get('c')?.toLowerCase() ?? '');
  const kept = named === undefined ? chooseKept(edge, memory, arrival) : memory.findVisit(named.number);
  if (kept === undefined) return { visitId: undefined, campaign: named, kept: undefined };
  return { visitId: kept.visitId, campaign: edge.snapshot.findByNumber(kept.campaignNumber), kept };
}

function chooseKept(
  edge: EdgeContext,
  memory: VisitorMemory,
  { headers }: VisitRequest,
): KeptVisit | undefined {
  const page = headers.referer === undefined ? undefined : readPage(headers.referer)?.origin;
  if (page !== undefined) {
    for (const kept of memory.visits()) {
      const campaign = edge.snapshot.findByNumber(kept.campaignNumber);
      if (kept.landingId !== null && campaign?.landingOrigins.get(kept.landingId) === page) return kept;
    }
  }
  return memory.findVisit();
}

import { idTail, type Id } from '../../domain/click-id/index.ts';
import {
  appendParameters,
  fillTemplate,
  urlLengthMax,
  visitMacros,
  type UrlTemplate,
} from '../../domain/macros/index.ts';
import { makeDraw, route, type Kept } from '../../domain/routing/index.ts';
import type { VisitOutcome } from '../outcomes.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';
import type { Choice } from '../visitor/visitor-memory.ts';
import { passedParameters } from './remembered-values.ts';
import type { Visit } from './visit.ts';

/** Returns an outcome to end the visit, or undefined to continue with the next step. */
export type VisitStep = (visit: Visit) => VisitOutcome | undefined;

export function findCampaign(visit: Visit): VisitOutcome | undefined {
  const { edge, campaignId } = visit;
  // IDs are lowercase, and links nearly always contain the lowercase form, so the exact ID is tried first.
  visit.campaign = edge.snapshot.find(campaignId) ?? edge.snapshot.find(campaignId.toLowerCase());
  return visit.campaign === undefined ? 'unknown-campaign' : undefined;
}

/**
 * Records that long values were truncated. A truncated external click ID is dropped, because the traffic source can't
 * match it.
 */
export function flagTruncation(visit: Visit): undefined {
  const { query, reasons, campaign } = visit;
  if (!query.isTruncated) return;
  reasons.push('link-cut');
  const { clickIdParam } = campaign?.document.source ?? { clickIdParam: null };
  if (clickIdParam === null || !query.isTruncatedValue(clickIdParam)) return;
  reasons.push('click-id-cut');
  visit.setSource({ ...visit.source, externalId: undefined });
}

/**
 * Sets the cost of a visit. Runs before any check that ends the visit, because the source also charges for visits to
 * paused campaigns.
 */
export function priceVisit(visit: Visit): undefined {
  visit.isUnique = visit.isUniqueFor('campaign', undefined);
  const priced = visit.campaign?.costOf(visit.isUnique, visit.source.cost);
  if (priced === undefined) return;
  visit.cost = priced.cost;
  if (priced.problem === undefined) return;
  visit.reasons.push(priced.problem, sentReason(visit.source.cost));
  visit.edge.counters.refusedCosts += 1;
}

const sentLengthMax = 32;
const nonAmountCharacters = /[^\w.,$+-]/g;

// Returns a reason that keeps the rejected cost visible. Reasons are not escaped, so characters that no amount contains
// are replaced.
function sentReason(sent = ''): string {
  return `cost=${sent.slice(0, sentLengthMax).replace(nonAmountCharacters, '?')}`;
}

export function checkHost(visit: Visit): VisitOutcome | undefined {
  const workspaceId = visit.campaign?.workspaceId ?? '';
  return visit.edge.hosts.serves(visit.request.host, workspaceId) ? undefined : 'foreign-host';
}

export function checkStatus({ campaign }: Visit): VisitOutcome | undefined {
  if (campaign?.isArchived === true) return 'archived';
  return campaign?.isPaused === true ? 'paused' : undefined;
}

export function chooseRoute(visit: Visit): VisitOutcome | undefined {
  const { campaign, edge } = visit;
  if (campaign === undefined) return 'unknown-campaign';
  const draw = makeDraw(edge.drawHash, visit.id, campaign.configVersion);
  visit.route = route(campaign.routing, visit.facts, draw, {
    kept: campaign.stickiness && stickyChoices(visit, campaign),
    isCapped: campaign.hasCaps ? visit.isCapped : undefined,
  });
  if (visit.route.ruleId === null) visit.reasons.push('default-path');
  if (visit.route.isSticky) visit.reasons.push('sticky');
  if (visit.route.isStickyOffer) visit.reasons.push('sticky-offer');
  if (visit.route.isDiverted) visit.reasons.push('path-full');
  const { outcome } = visit.route;
  return outcome === 'landing' || outcome === 'offer' ? undefined : outcome;
}

function stickyChoices(visit: Visit, { stickiness, rotatorId }: ServedCampaign): Kept {
  const previous = (choice: Choice) => {
    if (stickiness?.[choice] !== true) return undefined;
    const tail = visit.memory.lastChoice(rotatorId, choice, stickiness.days, visit.timeMs);
    return tail === undefined ? undefined : ({ key }: { key: Id }) => idTail(key) === tail;
  };
  return { path: previous('path'), landing: previous('landing'), offer: previous('offer') };
}

export function buildDestination(visit: Visit): VisitOutcome {
  const chosen = visit.route?.landing ?? visit.route?.offer;
  if (visit.route === undefined || chosen === null || chosen === undefined) return 'empty-path';
  const url = fillUrl(visit, chosen.template);
  if (url === undefined) return 'unusable-url';
  visit.destination = url;
  visit.recordedUrl = recordedUrl(visit, chosen.template, url);
  // This reason is not added in chooseRoute, because chooseRoute also runs for visits that the tracking script reports.
  // Those visitors are already on a page, so the chosen landing page is ignored.
  if (visit.route.isStickyLanding) visit.reasons.push('sticky-landing');
  return visit.route.landing === null ? 'offer' : 'landing';
}

// URLs up to this length contain no truncated values, because `fillTemplate` truncates values only in much longer URLs.
const untruncatedLength = urlLengthMax / 2;

// Returns the template to record instead of the URL, if the URL can be rebuilt from the row's own values.
function recordedUrl({ campaign }: Visit, { kept }: UrlTemplate, url: string): string | undefined {
  return campaign?.passParameters === true || url.length > untruncatedLength ? undefined : kept;
}

export function fillUrl(visit: Visit, template: UrlTemplate): string | undefined {
  const { campaign } = visit;
  if (campaign === undefined) return undefined;
  const url = fillTemplate(template, macrosOf(visit, campaign));
  if (url === undefined || !campaign.passParameters) return url;
  return appendParameters(url, passedParameters(visit), 'missing');
}

const nothingChosen = { ruleId: null, path: null, landing: null, offer: null };

function macrosOf(visit: Visit, campaign: NonNullable<Visit['campaign']>) {
  return visitMacros({
    clickId: visit.clickId,
    externalId: visit.source.externalId,
    cost: visit.cost,
    facts: visit.facts,
    settings: campaign.document,
    chosen: visit.route ?? nothingChosen,
  });
}

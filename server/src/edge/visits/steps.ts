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
import { passedParameters } from './kept-values.ts';
import type { Visit } from './visit.ts';

/** One step of a visit: it goes on, or it ends with an outcome. */
export type Step = (visit: Visit) => VisitOutcome | undefined;

export function findCampaign(visit: Visit): VisitOutcome | undefined {
  const { edge, campaignId } = visit;
  // Ids have small letters; those of links nearly always, too.
  visit.campaign = edge.snapshot.find(campaignId) ?? edge.snapshot.find(campaignId.toLowerCase());
  return visit.campaign === undefined ? 'unknown-campaign' : undefined;
}

/** Long values are kept in part, and the row says so. The source knows nobody by half of its click id. */
export function noteCuts(visit: Visit): undefined {
  const { query, reasons, campaign } = visit;
  if (!query.isCut) return;
  reasons.push('link-cut');
  const { clickIdParam } = campaign?.document.source ?? { clickIdParam: null };
  if (clickIdParam === null || !query.isCutValue(clickIdParam)) return;
  reasons.push('click-id-cut');
  visit.setSource({ ...visit.source, externalId: undefined });
}

/** Before anything else is decided: the source charges for paused campaigns, too. */
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
const strange = /[^\w.,$+-]/g;

/** What came in stays to be seen; reasons are not escaped, so what is no part of an amount is not in it. */
function sentReason(sent = ''): string {
  return `cost=${sent.slice(0, sentLengthMax).replace(strange, '?')}`;
}

export function checkHost(visit: Visit): VisitOutcome | undefined {
  const workspaceId = visit.campaign?.workspaceId ?? '';
  return visit.edge.hosts.serves(visit.arrival.host, workspaceId) ? undefined : 'foreign-host';
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
    kept: campaign.stickiness && keptChoices(visit, campaign),
    isCapped: campaign.hasCaps ? visit.isCapped : undefined,
  });
  if (visit.route.ruleId === null) visit.reasons.push('default-path');
  if (visit.route.isSticky) visit.reasons.push('sticky');
  if (visit.route.isStickyOffer) visit.reasons.push('sticky-offer');
  if (visit.route.isDiverted) visit.reasons.push('path-full');
  const { outcome } = visit.route;
  return outcome === 'landing' || outcome === 'offer' ? undefined : outcome;
}

/** What the visitor had when last here, as far as the rotator lets them keep it. */
function keptChoices(visit: Visit, { stickiness, rotatorId }: ServedCampaign): Kept {
  const kept = (choice: Choice) => {
    if (stickiness?.[choice] !== true) return undefined;
    const tail = visit.memory.lastChoice(rotatorId, choice, stickiness.days, visit.timeMs);
    return tail === undefined ? undefined : ({ key }: { key: Id }) => idTail(key) === tail;
  };
  return { path: kept('path'), landing: kept('landing'), offer: kept('offer') };
}

/** The last step: it always ends the visit. */
export function buildDestination(visit: Visit): VisitOutcome {
  const chosen = visit.route?.landing ?? visit.route?.offer;
  if (visit.route === undefined || chosen === null || chosen === undefined) return 'empty-path';
  const url = fillUrl(visit, chosen.template);
  if (url === undefined) return 'unusable-url';
  visit.destination = url;
  visit.keptUrl = keptUrl(visit, chosen.template, url);
  // Said here, since a visitor who reports from a page has that one, whatever would have been chosen.
  if (visit.route.isStickyLanding) visit.reasons.push('sticky-landing');
  return visit.route.landing === null ? 'offer' : 'landing';
}

// Far below the length at which values are cut to fit.
const surelyWholeLength = urlLengthMax / 2;

/** What the row says in place of the URL: its template where nothing but the row's own values was put into it. */
function keptUrl({ campaign }: Visit, { kept }: UrlTemplate, url: string): string | undefined {
  return campaign?.passParameters === true || url.length > surelyWholeLength ? undefined : kept;
}

/** A URL of the campaign with the visit's values in it, and the source's own parameters where they are to go on. */
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

import { cell, listCell } from '../../domain/events/cells.ts';
import { storedAddress } from '../request/visitor-address.ts';
import { expiryDay, timeCell } from '../../domain/events/time-cells.ts';
import { flag, noOwner, reasonsCell, unownedDays } from '../row-cells.ts';
import { tagsMax, tidyTags } from '../tidy-tags.ts';
import type { Visit } from './visit.ts';

const noCampaign = '\t\t';

/** The visit as a row of the `events` table, in the order of its columns; made of pieces that are ready where they can be. */
export function visitRow(visit: Visit): string {
  const { campaign } = visit;
  const document = campaign?.document;
  const time = timeCell(visit.timeMs);
  const expires = expiryDay(visit.timeMs, document?.retention.visitDays ?? unownedDays);
  const identity = `visit\t${campaign?.ownerCells ?? noOwner}\t${time}\t${time}\t${visit.id}\t${visit.id}\t${expires}`;
  return `${identity}\t${campaign?.campaignCells ?? noCampaign}\t${choiceCells(visit)}\t${visitorCells(visit)}\t${sourceCells(visit)}\t${resultCells(visit)}\t${countCells(visit)}`;
}

function choiceCells({ route }: Visit): string {
  if (route === undefined) return '\t\t\t\t';
  const { ruleId, path, landing, offer } = route;
  return `${ruleId ?? ''}\t${path.id}\t${landing?.id ?? ''}\t${offer?.id ?? ''}\t${offer?.affiliateNetworkId ?? ''}`;
}

/** Of place, device and request. */
export function visitorCells({ classified, arrival, campaign }: Visit): string {
  const { place, device, language, referrer, referrerDomain } = classified;
  const address = storedAddress(arrival.address, campaign?.document.addressPrivacy ?? 'truncated');
  return `${place.cells}\t${device.cells}\t${cell(language)}\t${cell(referrer)}\t${cell(referrerDomain)}\t${address}\t${cell(arrival.userAgent)}`;
}

/** What the source said; a landing click has it from its own link, if at all. */
export function sourceCells({ source, query }: Visit): string {
  const { tokens } = source;
  let row = cell(source.externalId);
  for (let at = 0; at < 15; at += 1) row += `\t${cell(tokens[at])}`;
  return `${row}\t${listCell(readTags(query.get('tag')))}`;
}

function readTags(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : tidyTags(text.split(',', tagsMax * 2));
}

function resultCells(visit: Visit): string {
  const { classified, reasons } = visit;
  return `${visit.outcome ?? ''}\t${storedUrl(visit.destination, visit.clickId)}\t\t${flag(classified.isBot)}\t${flag(classified.isPrefetch)}\t${flag(visit.isUnique)}\t${reasonsCell(reasons, classified.reasons)}\t${visit.cost}\t`;
}

/** The click id in a URL is the one part that differs in every row; it can be made again from the others. */
export function storedUrl(url: string | undefined, clickId: string): string {
  if (url === undefined) return '';
  return clickId === '' ? url : url.replaceAll(clickId, '{clickid}');
}

function countCells(visit: Visit): string {
  const { classified, isCounted, isUnique, outcome } = visit;
  // A visit that a script reports is on a page by then.
  const isView = isCounted && (outcome === 'landing' || outcome === 'direct');
  return `${flag(isCounted)}\t${flag(isCounted && isUnique)}\t${flag(classified.isBot)}\t${flag(classified.isPrefetch && !classified.isBot)}\t${flag(isView)}\t\t\t`;
}

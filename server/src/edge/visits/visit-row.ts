import type { AttributesKnownBy, TokenName, VisitAttribute } from '@waypost/contract/visit-attributes.ts';
import { cell, listCell } from '../../domain/traffic/cells.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import { storedAddress } from '../request/visitor-address.ts';
import { flag, noOwner, reasonsCell, tagsMax, tidyTags, unownedDays } from '../row-cells.ts';
import type { Visit } from './visit.ts';

const noCampaign = '\t\t';

/** What the pieces of a row write. */
type Written =
  | AttributesKnownBy<'place' | 'device'>
  | 'trafficSourceId'
  | 'rotatorId'
  | 'configVersion'
  | 'ruleId'
  | 'pathId'
  | 'landingId'
  | 'offerId'
  | 'affiliateNetworkId'
  | 'language'
  | 'referrer'
  | 'referrerDomain'
  | 'ip'
  | 'userAgent'
  | 'externalId'
  | TokenName
  | 'tags';
type Unwritten = Exclude<VisitAttribute, Written>;
/** A text, but for the compiler, which says what is missing where a visit has an attribute that no piece writes. */
type WholeRow = [Unwritten] extends [never] ? string : { unwritten: Unwritten };

/** The visit as a row of recorded traffic, in the order of its columns; made of pieces that are ready where they can be. */
export function visitRow(visit: Visit): WholeRow {
  const { campaign } = visit;
  const time = timeCell(visit.timeMs);
  const expires = expiryDay(visit.timeMs, campaign?.visitDays ?? unownedDays);
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
  const address = storedAddress(arrival.address, campaign?.addressPrivacy ?? 'truncated');
  return `${place.cells}\t${device.cells}\t${cell(language)}\t${cell(referrer)}\t${cell(referrerDomain)}\t${address}\t${device.agentCell}`;
}

const tokensCount = 15;
const tabs = Array.from({ length: tokensCount + 1 }, (_, count) => '\t'.repeat(count));

/** What the source said; a landing click has it from its own link, if at all. */
export function sourceCells({ source, query, keptValues }: Visit): string {
  const { tokens, externalId } = source;
  // What a plain link says needs no look at every character of every value; what a cookie kept may be anything.
  const isPlain = query.isPlain && keptValues === undefined;
  let row = isPlain ? (externalId ?? '') : cell(externalId);
  let used = tokens.length;
  while (used > 0 && tokens[used - 1] === undefined) used -= 1;
  for (let at = 0; at < used; at += 1) {
    const token = tokens[at] ?? '';
    row += isPlain ? `\t${token}` : `\t${cell(token)}`;
  }
  return `${row}${tabs[tokensCount - used] ?? ''}\t${listCell(readTags(query.get('tag')))}`;
}

function readTags(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : tidyTags(text.split(',', tagsMax * 2));
}

function resultCells(visit: Visit): string {
  const { classified, reasons } = visit;
  return `${visit.outcome ?? ''}\t${visit.keptUrl ?? storedUrl(visit.destination, visit.clickId)}\t\t${flags(classified.isBot, classified.isPrefetch, visit.isUnique)}\t${reasonsCell(reasons, classified.reasons)}\t${visit.cost}\t`;
}

/** The click id in a URL is the one part that differs in every row; it can be made again from the others. */
export function storedUrl(url: string | undefined, clickId: string): string {
  if (url === undefined) return '';
  const at = clickId === '' ? -1 : url.indexOf(clickId);
  if (at === -1) return url;
  return `${url.slice(0, at)}{clickid}${storedUrl(url.slice(at + clickId.length), clickId)}`;
}

function countCells(visit: Visit): string {
  const { classified, isCounted, isUnique, outcome } = visit;
  // A visit that a script reports is on a page by then.
  const isView = isCounted && (outcome === 'landing' || outcome === 'direct');
  const isUnseen = classified.isPrefetch && !classified.isBot;
  return `${flags(isCounted, isCounted && isUnique, classified.isBot)}\t${flags(isUnseen, isView, false)}\t\t`;
}

function flags(first: boolean, second: boolean, third: boolean): string {
  return `${flag(first)}\t${flag(second)}\t${flag(third)}`;
}

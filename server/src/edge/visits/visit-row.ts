import type {
  AttributesKnownBy,
  TokenName,
  VisitAttribute,
} from '@waypost/contract/visits/visit-attributes.ts';
import { cell, listCell } from '../../domain/traffic/cells.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import { keepAddress } from '../../domain/keep-address.ts';
import { flag, noOwner, reasonsCell, tagsMax, normalizeTags, unownedDays } from '../row-cells.ts';
import type { Visit } from './visit.ts';

const noCampaign = '\t\t';

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
/** Makes the compiler report any visit attribute that is missing from the row. */
type WholeRow = [Unwritten] extends [never] ? string : { unwritten: Unwritten };

/** Builds the visit's row in column order. Cells that are the same for many visits are prepared once and reused. */
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

export function visitorCells({ classified, request, campaign }: Visit): string {
  const { location, device, language, referrer, referrerDomain } = classified;
  const address = keepAddress(request.address, campaign?.addressPrivacy ?? 'truncated');
  return `${location.cells}\t${device.cells}\t${cell(language)}\t${cell(referrer)}\t${cell(referrerDomain)}\t${address}\t${device.agentCell}`;
}

const tokenCount = 15;
const tabs = Array.from({ length: tokenCount + 1 }, (_, count) => '\t'.repeat(count));

export function sourceCells({ source, query, rememberedValues }: Visit): string {
  const { tokens, externalId } = source;
  // Values of a plain link need no escaping; values from a cookie may contain any character.
  const isPlain = query.isPlain && rememberedValues === undefined;
  let row = isPlain ? (externalId ?? '') : cell(externalId);
  let used = tokens.length;
  while (used > 0 && tokens[used - 1] === undefined) used -= 1;
  for (let at = 0; at < used; at += 1) {
    const token = tokens[at] ?? '';
    row += isPlain ? `\t${token}` : `\t${cell(token)}`;
  }
  return `${row}${tabs[tokenCount - used] ?? ''}\t${listCell(readTags(query.get('tag')))}`;
}

function readTags(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : normalizeTags(text.split(',', tagsMax * 2));
}

function resultCells(visit: Visit): string {
  const { classified, reasons } = visit;
  return `${visit.outcome ?? ''}\t${visit.recordedUrl ?? storedUrl(visit.destination, visit.clickId)}\t\t${flags(classified.isBot, classified.isPrefetch, visit.isUnique)}\t${reasonsCell(reasons, classified.reasons)}\t${visit.cost}\t`;
}

/** Replaces the click ID, which differs in every row, with its macro. The ID can be rebuilt from other columns. */
export function storedUrl(url: string | undefined, clickId: string): string {
  if (url === undefined) return '';
  const at = clickId === '' ? -1 : url.indexOf(clickId);
  if (at === -1) return url;
  return `${url.slice(0, at)}{clickid}${storedUrl(url.slice(at + clickId.length), clickId)}`;
}

function countCells(visit: Visit): string {
  const { classified, isCounted, isUnique, outcome } = visit;
  // A `direct` visit is also a page view, because the tracking script reports it from a page that is already open.
  const isView = isCounted && (outcome === 'landing' || outcome === 'direct');
  const isPrefetchVisit = classified.isPrefetch && !classified.isBot;
  return `${flags(isCounted, isCounted && isUnique, classified.isBot)}\t${flags(isPrefetchVisit, isView, false)}\t\t`;
}

function flags(first: boolean, second: boolean, third: boolean): string {
  return `${flag(first)}\t${flag(second)}\t${flag(third)}`;
}

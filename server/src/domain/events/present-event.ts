import type { ConversionStatus } from '@waypost/contract/affiliate-networks.ts';
import { postbackResponseBytesMax, type FeedEvent, type FeedType } from '@waypost/contract/events.ts';
import { toNumber } from '../money/to-number.ts';
import { leastId } from './feed-cursor.ts';
import type { FeedRow } from './feed-row.ts';
import { fillKeptUrl } from './fill-kept-url.ts';

export type PresentingTools = {
  writeTime: (timeMs: number) => string;
  /** Empty where nobody knows it. */
  clickIdOf: (row: Pick<FeedRow, 'visitId' | 'campaignId'>) => string;
};

/** A row as the feed shows it: null where the table has its sign for unknown, and fields of its own type only. */
export function presentEvent(row: FeedRow, tools: PresentingTools): FeedEvent {
  const clickId = row.visitId === leastId ? '' : tools.clickIdOf(row);
  const shared = presentShared(row, clickId, tools.writeTime);
  const type = row.type as FeedType;
  switch (type) {
    case 'visit':
      return { type, ...shared, ...presentVisit(row, clickId) };
    case 'lpclick':
      return {
        type,
        ...shared,
        destinationUrl: presentUrl(row, clickId),
        secondsSinceVisit: secondsSinceVisit(row),
      };
    case 'event':
      return { type, ...shared, ...presentGoal(row) };
    case 'postback':
      return { type, ...shared, ...presentPostback(row) };
  }
}

function presentShared(row: FeedRow, clickId: string, writeTime: PresentingTools['writeTime']) {
  return {
    id: row.id,
    time: writeTime(row.timeMs),
    visitId: idOrNull(row.visitId),
    clickId: textOrNull(clickId),
    visitTime: row.visitId === leastId ? null : writeTime(row.visitTimeMs),
    campaignId: idOrNull(row.campaignId),
    trafficSourceId: idOrNull(row.trafficSourceId),
    rotatorId: idOrNull(row.rotatorId),
    pathId: idOrNull(row.pathId),
    landingId: idOrNull(row.landingId),
    offerId: idOrNull(row.offerId),
    affiliateNetworkId: idOrNull(row.affiliateNetworkId),
    country: textOrNull(row.country),
    region: textOrNull(row.region),
    city: textOrNull(row.city),
    isp: textOrNull(row.isp),
    deviceType: textOrNull(row.deviceType),
    os: textOrNull(row.os),
    browser: textOrNull(row.browser),
    language: textOrNull(row.language),
    referrer: textOrNull(row.referrer),
    ip: presentAddress(row.ip),
    userAgent: textOrNull(row.userAgent),
    tokens: presentTokens(row.tokens),
    tags: row.tags,
    externalId: textOrNull(row.externalId),
    cost: toNumber(row.cost),
    revenue: toNumber(row.revenue),
    configVersion: numberOrNull(row.configVersion),
  };
}

function presentVisit(row: FeedRow, clickId: string) {
  return {
    outcome: textOrNull(row.outcome),
    destinationUrl: presentUrl(row, clickId),
    unique: row.isUnique,
    bot: row.isBot,
    prefetch: row.isPrefetch,
    reasons: row.reasons,
  };
}

function presentGoal(row: FeedRow) {
  return {
    idx: numberOrNull(row.idx),
    label: textOrNull(row.label),
    value: row.value === null ? null : toNumber(row.value),
    status: textOrNull(row.status) as ConversionStatus | null,
    transactionId: textOrNull(row.transactionId),
    isConversion: row.isConversion,
    payout: toNumber(row.payout),
    currency: textOrNull(row.currency),
    secondsSinceVisit: secondsSinceVisit(row),
  };
}

function presentPostback(row: FeedRow) {
  const status = numberOrNull(row.responseStatus);
  return {
    eventId: idOrNull(row.eventId),
    idx: numberOrNull(row.idx),
    url: textOrNull(row.url),
    method: textOrNull(row.method),
    attempt: row.attempt,
    status,
    error: textOrNull(row.error),
    // Where somebody answered, an empty answer is one.
    response: status === null ? textOrNull(row.response) : cutBytes(row.response, postbackResponseBytesMax),
    success: row.isSuccess,
    durationMs: row.durationMs,
  };
}

function presentUrl(row: FeedRow, clickId: string): string | null {
  return row.destinationUrl === '' ? null : fillKeptUrl(row.destinationUrl, row, clickId);
}

function presentTokens(values: readonly string[]): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const [at, value] of values.entries()) if (value !== '') tokens[`token${at + 1}`] = value;
  return tokens;
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

function presentAddress(address: string): string | null {
  if (address === '::' || address === '::ffff:0.0.0.0') return null;
  return mapped.exec(address)?.[1] ?? address;
}

/** Not in the middle of a character. */
function cutBytes(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function secondsSinceVisit({ timeMs, visitTimeMs, visitId }: FeedRow): number | null {
  return visitId === leastId ? null : Math.max(0, Math.floor((timeMs - visitTimeMs) / 1_000));
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

function idOrNull(id: string): string | null {
  return id === leastId ? null : id;
}

function numberOrNull(number: number): number | null {
  return number === 0 ? null : number;
}

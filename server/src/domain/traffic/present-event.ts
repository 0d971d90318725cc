import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { attributeOfMacro, keptAttributeMacros } from '@waypost/contract/visits/attribute-lists.ts';
import { postbackResponseBytesMax, type FeedEvent } from '@waypost/contract/events/events.ts';
import { feedAttributeNames, tokenNames, type TokenName } from '@waypost/contract/visits/visit-attributes.ts';
import { encodeValue } from '../macros/index.ts';
import { toNumber } from '../money/amount.ts';
import type { FeedRow } from './feed-row.ts';

type Field = keyof FeedRow;

const fieldOf: ReadonlyMap<string, Field> = new Map([
  ['campaignid', 'campaignId'],
  ...keptAttributeMacros.map((name): [string, Field] => [name, attributeOfMacro[name]]),
]);
const macro = /\{(\w+)\}/g;

/**
 * Restores the URL that the visitor was sent to. The stored URL contains macro names instead of values that are in
 * other columns.
 */
export function fillKeptUrl(url: string, row: FeedRow, clickId: string): string {
  return url.replace(macro, (written, name: string) => {
    // The click ID is unknown if the campaign was deleted.
    if (name === 'clickid') return clickId === '' ? written : clickId;
    const field = fieldOf.get(name);
    return field === undefined ? written : encodeValue(String(row[field] ?? ''));
  });
}

export type PresentingTools = {
  writeTime: (timeMs: number) => string;
  clickIdOf: (row: Pick<FeedRow, 'visitId' | 'campaignId'>) => string;
};

export function presentEvent(row: FeedRow, tools: PresentingTools): FeedEvent {
  const clickId = row.visitId === null ? '' : tools.clickIdOf(row);
  const shared = presentShared(row, clickId, tools.writeTime);
  const { type } = row;
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

type ShownAttribute = Exclude<(typeof feedAttributeNames)[number], TokenName | 'tags'>;
const isToken = (name: string): name is TokenName => (tokenNames as readonly string[]).includes(name);
const shownAttributes = feedAttributeNames.filter(
  (name): name is ShownAttribute => !isToken(name) && name !== 'tags',
);

function presentShared(row: FeedRow, clickId: string, writeTime: PresentingTools['writeTime']) {
  return {
    id: row.id,
    time: writeTime(row.timeMs),
    visitId: row.visitId,
    clickId: clickId === '' ? null : clickId,
    visitTime: row.visitId === null ? null : writeTime(row.visitTimeMs),
    campaignId: row.campaignId,
    ...presentAttributes(row),
    tokens: presentTokens(row),
    tags: [...row.tags],
    cost: toNumber(row.cost),
    revenue: toNumber(row.revenue),
  };
}

function presentAttributes(row: FeedRow): Pick<FeedRow, ShownAttribute> {
  const shown: Partial<Record<ShownAttribute, unknown>> = {};
  for (const name of shownAttributes) shown[name] = row[name];
  return shown as Pick<FeedRow, ShownAttribute>;
}

function presentTokens(row: FeedRow): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const name of tokenNames) {
    const value = row[name];
    if (value !== null) tokens[name] = value;
  }
  return tokens;
}

function presentVisit(row: FeedRow, clickId: string) {
  return {
    outcome: row.outcome,
    destinationUrl: presentUrl(row, clickId),
    unique: row.isUnique,
    bot: row.isBot,
    prefetch: row.isPrefetch,
    reasons: [...row.reasons],
  };
}

function presentGoal(row: FeedRow) {
  return {
    idx: row.idx,
    label: row.label,
    value: row.value === null ? null : toNumber(row.value),
    status: row.status as ConversionStatus | null,
    transactionId: row.transactionId,
    isConversion: row.isConversion,
    payout: toNumber(row.payout),
    currency: row.currency,
    secondsSinceVisit: secondsSinceVisit(row),
  };
}

function presentPostback(row: FeedRow) {
  return {
    eventId: row.eventId,
    idx: row.idx,
    url: row.url,
    method: row.method,
    attempt: row.attempt,
    status: row.responseStatus,
    error: row.error,
    // An empty response is returned as an empty string. Null means that no response arrived.
    response:
      row.responseStatus === null ? row.response || null : cutBytes(row.response, postbackResponseBytesMax),
    success: row.isSuccess,
    durationMs: row.durationMs,
  };
}

function presentUrl(row: FeedRow, clickId: string): string | null {
  return row.destinationUrl === null ? null : fillKeptUrl(row.destinationUrl, row, clickId);
}

// Shortens text to a number of bytes without splitting a character.
function cutBytes(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function secondsSinceVisit({ timeMs, visitTimeMs, visitId }: FeedRow): number | null {
  return visitId === null ? null : Math.max(0, Math.floor((timeMs - visitTimeMs) / 1_000));
}

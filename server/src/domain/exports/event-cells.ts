import type { FeedEvent } from '@waypost/contract/events.ts';
import type { CsvValue } from './csv-line.ts';

const tokens = Array.from({ length: 15 }, (_, at) => `token${at + 1}`);

/** The columns of a file of events: the fields of all types in the order of the feed, with a column for each token. */
export const eventCsvColumns = [
  'id',
  'type',
  'time',
  'visitId',
  'clickId',
  'visitTime',
  'campaignId',
  'trafficSourceId',
  'rotatorId',
  'pathId',
  'landingId',
  'offerId',
  'affiliateNetworkId',
  'country',
  'region',
  'city',
  'isp',
  'deviceType',
  'os',
  'browser',
  'language',
  'referrer',
  'ip',
  'userAgent',
  ...tokens,
  'tags',
  'externalId',
  'cost',
  'revenue',
  'configVersion',
  'outcome',
  'destinationUrl',
  'unique',
  'bot',
  'prefetch',
  'reasons',
  'secondsSinceVisit',
  'idx',
  'label',
  'value',
  'status',
  'transactionId',
  'isConversion',
  'payout',
  'currency',
  'eventId',
  'url',
  'method',
  'attempt',
  'error',
  'response',
  'success',
  'durationMs',
] as const;

/** The cells of an event in the order of the columns; empty where its type has no such field. */
export function eventCells(event: FeedEvent): CsvValue[] {
  const fields = { ...event, ...event.tokens } as unknown as Record<string, CsvValue | undefined>;
  return eventCsvColumns.map((name) => fields[name] ?? null);
}

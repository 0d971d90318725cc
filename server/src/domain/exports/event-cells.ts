import type { FeedEvent } from '@waypost/contract/events.ts';
import { feedAttributeNames } from '@waypost/contract/visit-attributes.ts';
import type { CsvValue } from './csv-line.ts';

/** The columns of a file of events: what every event has, with a column for each token, and the fields of all types. */
export const eventCsvColumns = [
  'id',
  'type',
  'time',
  'visitId',
  'clickId',
  'visitTime',
  'campaignId',
  ...feedAttributeNames,
  'cost',
  'revenue',
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

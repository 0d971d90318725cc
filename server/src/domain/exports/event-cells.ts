import { personalEventFields, type FeedEvent } from '@waypost/contract/events.ts';
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

/** Those that a file has for whoever may not read personal data. */
export const impersonalCsvColumns = eventCsvColumns.filter((name) => !personalEventFields.includes(name));

/** The cells of an event in the order of the columns; empty where its type has no such field. */
export function eventCells(event: FeedEvent, columns: readonly string[] = eventCsvColumns): CsvValue[] {
  const fields = { ...event, ...event.tokens } as unknown as Record<string, CsvValue | undefined>;
  return columns.map((name) => fields[name] ?? null);
}

import { personalEventFields } from '@waypost/contract/events/events.ts';
import type { EventLabels, PanelEvent } from '@waypost/contract/events/panel-events.ts';
import { feedAttributeNames } from '@waypost/contract/visits/visit-attributes.ts';
import type { CsvValue } from '@waypost/contract/values/csv-line.ts';

export const eventCsvColumns: readonly string[] = [
  'id',
  'type',
  'time',
  'visitId',
  'clickId',
  'visitTime',
  'campaignId',
  'campaignName',
  ...feedAttributeNames.flatMap((name) => [name, ...nameColumnOf(name)]),
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
];

// Returns the name column that follows a record ID column. It contains the record's current name.
function nameColumnOf(attribute: string): string[] {
  return attribute.endsWith('Id') && attribute !== 'externalId' ? [attribute.replace(/Id$/, 'Name')] : [];
}

export const impersonalCsvColumns = eventCsvColumns.filter((name) => !personalEventFields.includes(name));

export function eventCells(event: PanelEvent, columns: readonly string[] = eventCsvColumns): CsvValue[] {
  const fields = { ...event, ...event.tokens, ...namesOf(event.labels) } as unknown as Record<
    string,
    CsvValue | undefined
  >;
  return columns.map((name) => fields[name] ?? null);
}

function namesOf(labels: EventLabels): Record<string, string | null> {
  return Object.fromEntries(Object.entries(labels).map(([dimension, name]) => [`${dimension}Name`, name]));
}

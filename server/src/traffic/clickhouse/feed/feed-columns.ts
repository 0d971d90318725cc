import {
  feedAttributeNames,
  visitAttributes,
  type AttributeKind,
} from '@waypost/contract/visits/visit-attributes.ts';
import { columnOf } from '../../../domain/traffic/attribute-columns.ts';
import { briefColumns, type BriefRow, type FeedRow } from '../../../domain/traffic/feed-row.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { readAddressCell } from '../../../domain/traffic/visit-cells.ts';

// SQL for a field, and a function that converts its cell, because the table stores default values instead of NULL.
type Column = { sql: string; read: (cell: never) => unknown };

const id = (sql: string): Column => ({ sql, read: (cell: string) => (cell === noId ? null : cell) });
const text = (sql: string): Column => ({ sql, read: (cell: string) => (cell === '' ? null : cell) });
const number = (sql: string): Column => ({ sql, read: (cell: number) => (cell === 0 ? null : cell) });
const unchanged = (sql: string): Column => ({ sql, read: (cell: unknown) => cell });
const address = (sql: string): Column => ({ sql, read: (cell: string) => readAddressCell(cell) });

export const attributeColumns: Readonly<Record<AttributeKind, (sql: string) => Column>> = {
  id,
  text,
  number,
  address,
  list: unchanged,
};

const attributes = Object.fromEntries(
  feedAttributeNames.map((name) => [name, attributeColumns[visitAttributes[name].kind](columnOf(name))]),
);

const ownColumns = {
  type: unchanged('type'),
  timeMs: unchanged('toUnixTimestamp64Milli(time)'),
  id: unchanged('id'),
  visitId: id('visit_id'),
  visitTimeMs: unchanged('toUnixTimestamp64Milli(visit_time)'),
  campaignId: id('campaign_id'),
  // Decimals are returned as strings to avoid rounding.
  cost: unchanged('cost'),
  revenue: unchanged('revenue'),
  outcome: text('outcome'),
  destinationUrl: text('destination_url'),
  isUnique: unchanged('is_unique'),
  isBot: unchanged('is_bot'),
  isPrefetch: unchanged('is_prefetch'),
  reasons: unchanged('reasons'),
  idx: number('idx'),
  label: text('label'),
  value: unchanged('value'),
  status: text('status'),
  transactionId: text('transaction_id'),
  isConversion: unchanged('is_conversion'),
  payout: unchanged('payout'),
  currency: text('currency'),
  eventId: id('event_id'),
  url: text('url'),
  method: text('method'),
  attempt: unchanged('attempt'),
  responseStatus: number('response_status'),
  error: text('error'),
  response: unchanged('response'),
  isSuccess: unchanged('is_success'),
  durationMs: unchanged('duration_ms'),
} as const satisfies Partial<Record<keyof FeedRow, Column>>;

const columns = { ...ownColumns, ...attributes } as Readonly<Record<keyof FeedRow, Column>>;

export type FeedForm<Row> = {
  selected: string;
  read: (cells: readonly unknown[]) => Row;
};

function formOf<Name extends keyof FeedRow>(names: readonly Name[]): FeedForm<Pick<FeedRow, Name>> {
  const readers = names.map((name) => [name, columns[name].read] as const);
  return {
    selected: names.map((name) => columns[name].sql).join(', '),
    read: (cells) => {
      const row: Record<string, unknown> = {};
      for (const [at, [name, read]] of readers.entries()) row[name] = read(cells[at] as never);
      return row as Pick<FeedRow, Name>;
    },
  };
}

const allColumns = Object.keys(columns) as (keyof FeedRow)[];
// Columns of the projection by time. They include the visit time, which is needed to locate a row in the table.
const columnsByTime = [...briefColumns, 'visitTimeMs', 'idx'] as const;
const isByTime: ReadonlySet<string> = new Set(columnsByTime);

export const wholeRows: FeedForm<FeedRow> = formOf(allColumns);
export const briefRows: FeedForm<BriefRow> = formOf(briefColumns);
export const rowsByTime = formOf(columnsByTime);
export const rowsOfTable = formOf([
  'type',
  'timeMs',
  'id',
  ...allColumns.filter((name) => !isByTime.has(name)),
]);

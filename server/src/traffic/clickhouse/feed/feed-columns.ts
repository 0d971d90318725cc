import {
  feedAttributeNames,
  visitAttributes,
  type AttributeKind,
} from '@waypost/contract/visit-attributes.ts';
import { columnOf } from '../../../domain/traffic/attribute-columns.ts';
import { briefColumns, type BriefRow, type FeedRow } from '../../../domain/traffic/feed-row.ts';
import { noId } from '../../../domain/traffic/cells.ts';
import { readAddressCell } from '../../../domain/traffic/visit-cells.ts';

/** What stands for a field in SQL, and what its cell says: the table has a sign for unknown in place of NULL. */
type Column = { sql: string; read: (cell: never) => unknown };

const id = (sql: string): Column => ({ sql, read: (cell: string) => (cell === noId ? null : cell) });
const text = (sql: string): Column => ({ sql, read: (cell: string) => (cell === '' ? null : cell) });
const number = (sql: string): Column => ({ sql, read: (cell: number) => (cell === 0 ? null : cell) });
const asItIs = (sql: string): Column => ({ sql, read: (cell: unknown) => cell });
const address = (sql: string): Column => ({ sql, read: (cell: string) => readAddressCell(cell) });

/** How each kind of attribute is selected and read. */
export const attributeColumns: Readonly<Record<AttributeKind, (sql: string) => Column>> = {
  id,
  text,
  number,
  address,
  list: asItIs,
};

const attributes = Object.fromEntries(
  feedAttributeNames.map((name) => [name, attributeColumns[visitAttributes[name].kind](columnOf(name))]),
);

const own = {
  type: asItIs('type'),
  timeMs: asItIs('toUnixTimestamp64Milli(time)'),
  id: asItIs('id'),
  visitId: id('visit_id'),
  visitTimeMs: asItIs('toUnixTimestamp64Milli(visit_time)'),
  campaignId: id('campaign_id'),
  // Decimals as texts, so that nothing is rounded on the way.
  cost: asItIs('cost'),
  revenue: asItIs('revenue'),
  outcome: text('outcome'),
  destinationUrl: text('destination_url'),
  isUnique: asItIs('is_unique'),
  isBot: asItIs('is_bot'),
  isPrefetch: asItIs('is_prefetch'),
  reasons: asItIs('reasons'),
  idx: number('idx'),
  label: text('label'),
  value: asItIs('value'),
  status: text('status'),
  transactionId: text('transaction_id'),
  isConversion: asItIs('is_conversion'),
  payout: asItIs('payout'),
  currency: text('currency'),
  eventId: id('event_id'),
  url: text('url'),
  method: text('method'),
  attempt: asItIs('attempt'),
  responseStatus: number('response_status'),
  error: text('error'),
  response: asItIs('response'),
  isSuccess: asItIs('is_success'),
  durationMs: asItIs('duration_ms'),
} as const satisfies Partial<Record<keyof FeedRow, Column>>;

const columns = { ...own, ...attributes } as Readonly<Record<keyof FeedRow, Column>>;

/** How much of rows is asked for. */
export type FeedForm<Row> = {
  /** What is selected, in the order in which `read` takes it. */
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
// All that the projection by time has of what is shown; by the time of its visit a row is found in the table.
const columnsByTime = [...briefColumns, 'visitTimeMs', 'idx'] as const;
const isByTime: ReadonlySet<string> = new Set(columnsByTime);

export const wholeRows: FeedForm<FeedRow> = formOf(allColumns);
export const briefRows: FeedForm<BriefRow> = formOf(briefColumns);
/** What the projection by time has of whole rows. */
export const rowsByTime = formOf(columnsByTime);
/** And what only the table has, beside what tells which row it is. */
export const rowsOfTable = formOf([
  'type',
  'timeMs',
  'id',
  ...allColumns.filter((name) => !isByTime.has(name)),
]);

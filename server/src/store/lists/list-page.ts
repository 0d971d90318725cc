import { sql, type RawBuilder } from 'kysely';
import type { ListPosition } from '../../domain/lists/list-cursor.ts';
import type { Executor } from '../database/database.ts';
import { always } from '../records/record-filter.ts';

export type PageRequest = {
  order: ListOrder;
  after?: ListPosition | undefined;
  limit: number;
};
type ListOrder = { by: string; direction: 'asc' | 'desc' };

/** A column to sort by. `type` is used to convert the text in a cursor back to the exact value. */
type SortKey = {
  by: RawBuilder<unknown>;
  type: 'text' | 'timestamptz' | 'uuid' | 'integer';
  isNullable?: true;
};

export type ListSource = {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  sorts: Readonly<Record<string, SortKey>>;
};

export type RowPage<Row> = {
  rows: Row[];
  next: ListPosition | undefined;
};

/**
 * Reads one page of a list. Rows without a sort value come last in both directions, and rows with equal values are
 * sorted by ID.
 */
export async function readListPage<Row extends object>(
  executor: Executor,
  { columns, from, where, id, sorts }: ListSource,
  { order, after, limit }: PageRequest,
): Promise<RowPage<Row>> {
  const key = sorts[order.by];
  if (key === undefined) throw new Error(`the list cannot be sorted by ${order.by}`);
  const direction = sql.raw(order.direction);
  const sortKey =
    key.isNullable === true ? sql`${key.by} ${direction} NULLS LAST` : sql`${key.by} ${direction}`;
  const { rows } = await sql<Row & WithPosition>`
    SELECT ${columns}, (${key.by})::text AS "positionValue", (${id})::text AS "positionId" FROM ${from}
    WHERE ${where} AND ${after === undefined ? always : isAfter(key, id, order, after)}
    ORDER BY ${sortKey}, ${id} ${direction} LIMIT ${limit + 1}`.execute(executor);
  const pageRows = rows.slice(0, limit);
  const last = rows.length > limit ? pageRows.at(-1) : undefined;
  return {
    rows: pageRows.map(withoutPosition),
    next: last === undefined ? undefined : { value: last.positionValue, id: last.positionId },
  };
}

type WithPosition = { positionValue: string | null; positionId: string };

function withoutPosition<Row extends object>(positioned: Row & WithPosition): Row {
  const { positionValue: _, positionId: __, ...row } = positioned;
  return row as unknown as Row;
}

function isAfter(
  { by, type, isNullable }: SortKey,
  id: RawBuilder<unknown>,
  { direction }: ListOrder,
  after: ListPosition,
): RawBuilder<unknown> {
  const operator = sql.raw(direction === 'asc' ? '>' : '<');
  const afterId = sql`${after.id}::uuid`;
  if (after.value === null) return sql`(${by} IS NULL AND ${id} ${operator} ${afterId})`;
  // The two values are compared as a row, so that an index on both columns can be used.
  const pair = sql`(${by}, ${id}) ${operator} (${after.value}::${sql.raw(type)}, ${afterId})`;
  return isNullable === true ? sql`(${pair} OR ${by} IS NULL)` : pair;
}

export async function countList(
  executor: Executor,
  { from, where }: Pick<ListSource, 'from' | 'where'>,
): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`.execute(executor);
  return rows[0]?.total ?? 0;
}

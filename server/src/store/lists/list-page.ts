import { sql, type RawBuilder } from 'kysely';
import type { ListPosition } from '../../domain/lists/list-cursor.ts';
import type { Executor } from '../database/database.ts';
import { always } from '../records/record-filter.ts';

/** The part of a list that a page shows. */
export type PageRequest = {
  order: ListOrder;
  /** Where the page before ended; none for the first. */
  after?: ListPosition | undefined;
  limit: number;
};
type ListOrder = { by: string; direction: 'asc' | 'desc' };

/** What a list can be in the order of. The type leads back from the text that a cursor holds, to the last digit. */
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
  /** Where the next page begins; undefined at the end. */
  next: ListPosition | undefined;
};

/** One page, whatever its order; what has no value comes last either way, and ids settle ties. */
export async function readListPage<Row extends object>(
  executor: Executor,
  { columns, from, where, id, sorts }: ListSource,
  { order, after, limit }: PageRequest,
): Promise<RowPage<Row>> {
  const key = sorts[order.by];
  if (key === undefined) throw new Error(`the list has no order by ${order.by}`);
  const direction = sql.raw(order.direction);
  const ordered =
    key.isNullable === true ? sql`${key.by} ${direction} NULLS LAST` : sql`${key.by} ${direction}`;
  const { rows } = await sql<Row & Placed>`
    SELECT ${columns}, (${key.by})::text AS "placeValue", (${id})::text AS "placeId" FROM ${from}
    WHERE ${where} AND ${after === undefined ? always : isBehind(key, id, order, after)}
    ORDER BY ${ordered}, ${id} ${direction} LIMIT ${limit + 1}`.execute(executor);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map(withoutPlace),
    next: last === undefined ? undefined : { value: last.placeValue, id: last.placeId },
  };
}

type Placed = { placeValue: string | null; placeId: string };

function withoutPlace<Row extends object>(placed: Row & Placed): Row {
  const { placeValue: _, placeId: __, ...row } = placed;
  return row as unknown as Row;
}

function isBehind(
  { by, type, isNullable }: SortKey,
  id: RawBuilder<unknown>,
  { direction }: ListOrder,
  after: ListPosition,
): RawBuilder<unknown> {
  const behind = sql.raw(direction === 'asc' ? '>' : '<');
  const afterId = sql`${after.id}::uuid`;
  if (after.value === null) return sql`(${by} IS NULL AND ${id} ${behind} ${afterId})`;
  // Compared as a pair, so that an index which has both finds the place.
  const pair = sql`(${by}, ${id}) ${behind} (${after.value}::${sql.raw(type)}, ${afterId})`;
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

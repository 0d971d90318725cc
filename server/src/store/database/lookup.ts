import { sql, type RawBuilder } from 'kysely';

/*
 * How statements about queues are written, so that their plans stay lookups by one index. Statistics of a queue are mostly
 * those of an empty table, for which all plans cost the same, and the one that is chosen may take minutes after a burst.
 *
 * - `isSame` joins rows of a queue to given ones in an UPDATE or DELETE.
 * - In a SELECT, `CROSS JOIN LATERAL (… OFFSET 0)` does, and `EXISTS (… OFFSET 0)` for what must not become a join.
 * - `(condition) IS TRUE` keeps a condition from being answered by another index than the one that is meant.
 *
 * `queue-plans.test.ts` runs every statement on 50,000 rows of which the statistics know nothing.
 */

/**
 * Equality that leaves one plan: an index lookup for each given row. With `a.id = b.id` the planner may read the whole
 * table in the order of its index instead, as for a merge join, and compare every row with every given one.
 */
export function isSame(column: string, given: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ANY (ARRAY[${sql.ref(given)}])`;
}

/** Whether a row belongs to the workspace of the `given` one that it was found for. */
export function isOwn(table: 'inbox' | 'conversions'): RawBuilder<boolean> {
  return sql`(${sql.table(table)}.workspace_id = given.workspace_id) IS TRUE`;
}

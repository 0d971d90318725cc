import { sql, type RawBuilder } from 'kysely';

/*
 * Conventions that keep statements about queues on one index. The statistics on a queue are usually those of an empty
 * table, for which all plans cost the same, and the chosen plan may take minutes after a burst.
 *
 * - In an UPDATE or DELETE, join with `isSame`.
 * - In a SELECT, use `CROSS JOIN LATERAL (… OFFSET 0)`, or `EXISTS (… OFFSET 0)` to prevent a join.
 * - `(condition) IS TRUE` keeps the planner from choosing a different index for the condition.
 *
 * `queue-plans.test.ts` runs every statement on 50,000 rows with statistics from an empty table.
 */

/**
 * Returns an equality condition that PostgreSQL can use only to look up each given row in an index. For `a.id = b.id`,
 * the planner may instead scan the whole index, as for a merge join, and compare every row in it with every given row.
 */
export function isSame(column: string, given: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ANY (ARRAY[${sql.ref(given)}])`;
}

export function isOwn(table: 'inbox' | 'conversions'): RawBuilder<boolean> {
  return sql`(${sql.table(table)}.workspace_id = given.workspace_id) IS TRUE`;
}

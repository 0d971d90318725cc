import { sql, type RawBuilder } from 'kysely';

/** What the lists of records can be narrowed by; everything that is left out does not narrow. */
export type RecordFilter = {
  text?: string | undefined;
  ids?: string[] | undefined;
  country?: string | undefined;
  includeArchived?: boolean | undefined;
};

/** Where the next page begins: after this row. */
export type PageStart = { createdAt: Date; id: string };

/** A part of a list, in the order of creation. */
export type Page = { after?: PageStart | undefined; limit: number };

export const always = sql<boolean>`true`;

/** Name, ids and country of the record; its state is each list's own matter. */
export function matchesFilter(filter: RecordFilter): RawBuilder<boolean> {
  const { text, ids, country } = filter;
  const name = text === undefined ? always : nameContains(text);
  const place = country === undefined ? always : sql<boolean>`country = ${country}`;
  return sql<boolean>`(${name} AND ${place} AND ${isOneOf(ids)})`;
}

/** Not `= any(…)`, here and elsewhere: a kept plan does not know how many there are, and would rather read all rows of a workspace. */
export function isOneOf(ids: string[] | undefined, column = 'id'): RawBuilder<boolean> {
  return ids === undefined ? always : sql<boolean>`${sql.ref(column)} IN (SELECT unnest(${ids}::uuid[]))`;
}

/**
 * These ids in their order, as the table `wanted`, for a LATERAL part that looks each of them up. A plain condition
 * leaves the choice to the planner, which reads the whole workspace wherever it takes it to be small.
 */
export function eachOf(ids: string[]): RawBuilder<unknown> {
  return sql`(SELECT DISTINCT unnest(${ids}::uuid[]) AS id ORDER BY id) AS wanted`;
}

export function comesAfter(start: PageStart | undefined): RawBuilder<boolean> {
  return start === undefined
    ? always
    : sql<boolean>`(created_at, id) > (${start.createdAt}, ${start.id}::uuid)`;
}

export function nameContains(text: string): RawBuilder<boolean> {
  return contains('name', text);
}

/** Whatever the case; what the database takes for wildcards stands for itself. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} ILIKE ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
}

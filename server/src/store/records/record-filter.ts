import { sql, type RawBuilder } from 'kysely';

export type RecordFilter = {
  text?: string | undefined;
  ids?: string[] | undefined;
  country?: string | undefined;
  includeArchived?: boolean | undefined;
};

export type PageStart = { createdAt: Date; id: string };

export type Page = { after?: PageStart | undefined; limit: number };

export const always = sql<boolean>`true`;

/** Matches records by text, IDs and country. Each list adds its own status filter. */
export function matchesFilter(filter: RecordFilter): RawBuilder<boolean> {
  const { text, ids, country } = filter;
  const name = text === undefined ? always : nameContains(text);
  const inCountry = country === undefined ? always : sql<boolean>`country = ${country}`;
  return sql<boolean>`(${name} AND ${inCountry} AND ${isOneOf(ids)})`;
}

/**
 * Matches rows whose column is one of the IDs. Avoids `= ANY (…)`, because a generic plan does not know the number of
 * IDs and would read all rows of the workspace.
 */
export function isOneOf(ids: string[] | undefined, column = 'id'): RawBuilder<boolean> {
  return ids === undefined ? always : sql<boolean>`${sql.ref(column)} IN (SELECT unnest(${ids}::uuid[]))`;
}

/**
 * Returns the sorted IDs as the table `wanted`, for a LATERAL lookup of each ID. With a plain condition, the planner
 * would read the whole workspace if it expected the workspace to be small.
 */
export function unnestIds(ids: string[]): RawBuilder<unknown> {
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

/** Matches text that contains the given text, regardless of case. Wildcards in the given text are escaped. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} ILIKE ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
}

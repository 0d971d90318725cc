import type { SearchedType } from '@waypost/contract/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

type FoundRecord = {
  type: SearchedType;
  id: string;
  name: string;
  isArchived: boolean;
  /** 0 is the whole of it, 1 its beginning, 2 a part. */
  rank: 0 | 1 | 2;
  host: string | null;
  shortName: string | null;
};

// What stands between the second and the third slash; regular expressions take ten times as long.
const host = (column: string) =>
  sql.raw(`split_part(split_part(split_part(lower(${column}), '/', 3), '?', 1), '#', 1)`);
const none = sql.raw('NULL::text');
const archived = sql.raw(`status = 'archived'`);

type Searched = {
  table: string;
  name?: string;
  /** Its host is looked at. */
  url?: string;
  shortName?: string;
  isArchived?: RawBuilder<unknown>;
};

const tables: Readonly<Record<SearchedType, Searched>> = {
  campaign: { table: 'campaigns' },
  'traffic-source': { table: 'traffic_sources', url: 'postback_url' },
  offer: { table: 'offers', url: 'url', shortName: 'short_name' },
  landing: { table: 'landings', url: 'url' },
  rotator: { table: 'rotators' },
  'affiliate-network': { table: 'affiliate_networks' },
  domain: { table: 'domains', name: 'host' },
  key: {
    table: 'api_keys',
    name: 'label',
    isArchived: sql.raw('revoked_at IS NOT NULL OR expires_at <= now()'),
  },
};

/**
 * Records of these types that have the text somewhere, the best first, in one statement. It reads every record of the
 * workspace: no index that all servers have answers "contains", and a workspace has thousands of records, not millions.
 */
export async function searchRecords(
  executor: Executor,
  workspaceId: string,
  wanted: { text: string; types: readonly SearchedType[]; limit: number },
): Promise<FoundRecord[]> {
  if (wanted.types.length === 0) return [];
  const all = wanted.types.map((type) => selectAll(type, workspaceId));
  const { rows } = await sql<FoundRecord>`
    WITH asked AS (SELECT lower(${wanted.text}::text) AS text),
    records AS MATERIALIZED (${sql.join(all, sql` UNION ALL `)}),
    ranked AS (
      SELECT records.*, CASE
        WHEN asked.text IN (lower(name), lower("shortName"), host, id::text) THEN 0
        WHEN starts_with(lower(name), asked.text) OR starts_with(lower("shortName"), asked.text)
          OR starts_with(host, asked.text) OR (length(asked.text) >= 8 AND starts_with(id::text, asked.text)) THEN 1
        WHEN strpos(lower(name), asked.text) > 0 OR strpos(lower("shortName"), asked.text) > 0
          OR strpos(host, asked.text) > 0 THEN 2
      END AS rank
      FROM records, asked)
    SELECT * FROM ranked WHERE rank IS NOT NULL
    ORDER BY "isArchived", rank, lower(name), id LIMIT ${wanted.limit}`.execute(executor);
  return rows;
}

/** Those that can be hits: one look at each, and the rest is asked of few. */
function selectAll(type: SearchedType, workspaceId: string): RawBuilder<unknown> {
  const { table, name = 'name', url, shortName, isArchived = archived } = tables[type];
  const texts = [name, url, shortName].filter((column) => column !== undefined);
  return sql`SELECT ${type}::text AS type, id, ${sql.ref(name)} AS name, (${isArchived}) AS "isArchived",
    ${url === undefined ? none : host(url)} AS host, ${shortName === undefined ? none : sql.ref(shortName)} AS "shortName"
    FROM ${sql.table(table)}, asked
    WHERE workspace_id = ${workspaceId}
      AND strpos(lower(concat_ws(E'\\n', id, ${sql.join(texts.map((column) => sql.ref(column)))})), asked.text) > 0`;
}

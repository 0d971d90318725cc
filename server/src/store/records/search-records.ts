import type { SearchedType } from '@waypost/contract/campaigns/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

type FoundRecord = {
  type: SearchedType;
  id: string;
  name: string;
  isArchived: boolean;
  isPaused: boolean;
  /** 0 for an exact match, 1 for a prefix, 2 for a substring. */
  rank: 0 | 1 | 2;
  host: string | null;
  shortName: string | null;
};

// Selects the text between the second and third slash, as the column `searched` does. A regular expression would be ten
// times slower.
const hostOf = sql.raw(`split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1)`);
const none = sql.raw('NULL::text');
const archived = sql.raw(`status = 'archived'`);
const never = sql.raw('false');

// A record is found by a part of any of its tags.
const hasTag = sql.raw(`EXISTS (SELECT FROM unnest(tags) AS tag WHERE strpos(lower(tag), term.text) > 0)`);

type SearchedTable = {
  table: string;
  name?: string;
  url?: string;
  shortName?: string;
  isArchived?: RawBuilder<unknown>;
  isPaused?: RawBuilder<unknown>;
  hasTags?: true;
};

const tables: Readonly<Record<SearchedType, SearchedTable>> = {
  campaign: { table: 'campaigns', hasTags: true, isPaused: sql.raw(`status = 'paused'`) },
  'traffic-source': { table: 'traffic_sources', hasTags: true, url: 'postback_url' },
  offer: { table: 'offers', hasTags: true, url: 'url', shortName: 'short_name' },
  landing: { table: 'landings', hasTags: true, url: 'url' },
  rotator: { table: 'rotators', hasTags: true },
  'affiliate-network': { table: 'affiliate_networks', hasTags: true },
  domain: { table: 'domains', name: 'host' },
  key: {
    table: 'api_keys',
    name: 'label',
    isArchived: sql.raw('revoked_at IS NOT NULL OR expires_at <= now()'),
  },
};

/**
 * Searches records by substring in one statement, best matches first. The statement scans all records in the workspace,
 * which has thousands of records rather than millions. A trigram index is not available on all servers and does not
 * help with fewer than three characters or with many matches. The scan is cheap, because `searched` contains all
 * searchable values of a record in lower case, one per line.
 */
export async function searchRecords(
  executor: Executor,
  workspaceId: string,
  search: { text: string; types: readonly SearchedType[]; limit: number },
): Promise<FoundRecord[]> {
  if (search.types.length === 0) return [];
  const idPrefix = /^[0-9a-f-]{8,36}$/i.test(search.text) ? search.text.toLowerCase() : undefined;
  const all = search.types.map((type) => selectAll(type, workspaceId, idPrefix));
  const { rows } = await sql<FoundRecord>`
    WITH term AS MATERIALIZED (SELECT lower(${search.text}::text) COLLATE "C" AS text),
    hits AS (${sql.join(all, sql` UNION ALL `)})
    SELECT type, id, name, "isArchived", "isPaused", rank, ${hostOf} AS host, "shortName" FROM (
      SELECT * FROM hits ORDER BY "isArchived", rank, searched, id LIMIT ${search.limit}) AS best
    ORDER BY "isArchived", rank, searched, id`.execute(executor);
  return rows;
}

function selectAll(
  type: SearchedType,
  workspaceId: string,
  idPrefix: string | undefined,
): RawBuilder<unknown> {
  const {
    table,
    name = 'name',
    url,
    shortName,
    isArchived = archived,
    isPaused = never,
    hasTags,
  } = tables[type];
  const isId = idPrefix === undefined ? never : sql`starts_with(id::text, ${idPrefix})`;
  const isWholeId = idPrefix?.length === 36 ? isId : never;
  return sql`SELECT ${type}::text AS type, id, ${sql.ref(name)} AS name, (${isArchived}) AS "isArchived", (${isPaused}) AS "isPaused", searched,
    CASE WHEN strpos(searched, E'\\n' || term.text || E'\\n') > 0 OR ${isWholeId} THEN 0
      WHEN strpos(searched, E'\\n' || term.text) > 0 OR ${isId} THEN 1 ELSE 2 END AS rank,
    ${url === undefined ? none : sql.ref(url)} AS url, ${shortName === undefined ? none : sql.ref(shortName)} AS "shortName"
    FROM ${sql.table(table)}, term
    WHERE workspace_id = ${workspaceId} AND (strpos(searched, term.text) > 0 OR ${isId} OR ${hasTags === true ? hasTag : never})`;
}

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

// What stands between the second and the third slash, as in `searched`; regular expressions take ten times as long.
const hostOf = sql.raw(`split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1)`);
const none = sql.raw('NULL::text');
const archived = sql.raw(`status = 'archived'`);
const never = sql.raw('false');

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
 * Records of these types that have the text somewhere, the best first, in one statement. It looks at every record of the
 * workspace, which has thousands of them and not millions: no index that all servers have answers "contains", and one
 * that some have does not for fewer than three characters, nor where most records match. So looking is made cheap:
 * `searched` has the texts of a record in small letters, each in a line of its own.
 */
export async function searchRecords(
  executor: Executor,
  workspaceId: string,
  wanted: { text: string; types: readonly SearchedType[]; limit: number },
): Promise<FoundRecord[]> {
  if (wanted.types.length === 0) return [];
  const idPart = /^[0-9a-f-]{8,36}$/i.test(wanted.text) ? wanted.text.toLowerCase() : undefined;
  const all = wanted.types.map((type) => selectAll(type, workspaceId, idPart));
  const { rows } = await sql<FoundRecord>`
    WITH asked AS MATERIALIZED (SELECT lower(${wanted.text}::text) COLLATE "C" AS text),
    hits AS (${sql.join(all, sql` UNION ALL `)})
    SELECT type, id, name, "isArchived", rank, ${hostOf} AS host, "shortName" FROM (
      SELECT * FROM hits ORDER BY "isArchived", rank, searched, id LIMIT ${wanted.limit}) AS best
    ORDER BY "isArchived", rank, searched, id`.execute(executor);
  return rows;
}

function selectAll(type: SearchedType, workspaceId: string, idPart: string | undefined): RawBuilder<unknown> {
  const { table, name = 'name', url, shortName, isArchived = archived } = tables[type];
  const isId = idPart === undefined ? never : sql`starts_with(id::text, ${idPart})`;
  const isWholeId = idPart?.length === 36 ? isId : never;
  return sql`SELECT ${type}::text AS type, id, ${sql.ref(name)} AS name, (${isArchived}) AS "isArchived", searched,
    CASE WHEN strpos(searched, E'\\n' || asked.text || E'\\n') > 0 OR ${isWholeId} THEN 0
      WHEN strpos(searched, E'\\n' || asked.text) > 0 OR ${isId} THEN 1 ELSE 2 END AS rank,
    ${url === undefined ? none : sql.ref(url)} AS url, ${shortName === undefined ? none : sql.ref(shortName)} AS "shortName"
    FROM ${sql.table(table)}, asked
    WHERE workspace_id = ${workspaceId} AND (strpos(searched, asked.text) > 0 OR ${isId})`;
}

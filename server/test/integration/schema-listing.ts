import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import type { ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';

const relations = `SELECT pg_class.*, relname AS name FROM pg_class
  WHERE relnamespace = $1::text::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')`;
const privileges = (acl: string) => `(SELECT string_agg(
  grantee::regrole || ':' || privilege_type || is_grantable, ',' ORDER BY grantee::regrole::text COLLATE "C", privilege_type)
  FROM aclexplode(${acl}))`;

// Leaves out comments in functions. Also leaves out NOT NULL constraints, because PostgreSQL stores their names only
// since version 18; the columns show whether they allow NULL.
const catalog = `
WITH relations AS (${relations})
SELECT name, 'table' AS part, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions,
  relowner::regrole, pg_get_partkeydef(oid), pg_get_viewdef(oid), ${privileges('relacl')}) AS definition FROM relations
UNION ALL
SELECT name, 'column', concat_ws(' ', row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
  format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcompression,
  attcollation::regcollation, pg_get_expr(adbin, adrelid), ${privileges('attacl')})
FROM relations JOIN pg_attribute ON attrelid = relations.oid
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT name, 'constraint', concat_ws(' ', conname, pg_get_constraintdef(pg_constraint.oid))
FROM relations JOIN pg_constraint ON conrelid = relations.oid WHERE contype <> 'n'
UNION ALL
SELECT name, 'index', pg_get_indexdef(indexrelid) FROM relations JOIN pg_index ON indrelid = relations.oid
UNION ALL
SELECT name, 'trigger', pg_get_triggerdef(pg_trigger.oid)
FROM relations JOIN pg_trigger ON tgrelid = relations.oid WHERE NOT tgisinternal
UNION ALL
SELECT tablename, 'policy', concat_ws(' ', policyname, permissive, roles, cmd, qual, with_check)
FROM pg_policies WHERE schemaname = $1::text
UNION ALL
SELECT sequencename, 'sequence', concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle)
FROM pg_sequences WHERE schemaname = $1::text
UNION ALL
SELECT proname, 'function', concat_ws(' ', regexp_replace(pg_get_functiondef(oid), '^ *--.*\\n', '', 'gn'), proowner::regrole, ${privileges('proacl')})
FROM pg_proc WHERE pronamespace = $1::text::regnamespace
UNION ALL
SELECT typname, 'type', (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = oid)
FROM pg_type WHERE typnamespace = $1::text::regnamespace AND typtype IN ('e', 'd', 'r')
UNION ALL
SELECT nspname, 'schema', concat_ws(' ', nspowner::regrole, ${privileges('nspacl')}) FROM pg_namespace WHERE nspname = $1::text`;

type Part = { name: string; part: string; definition: string };

/**
 * Lists everything in a schema from PostgreSQL's catalogs, and the rows of its tables except for the migration history.
 * Must run as a superuser, because row-level security hides rows from other users.
 */
export async function listSchema(url: string, schema: string): Promise<Part[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: objects } = await client.query<Part>(catalog, [schema]);
    const tables = objects.filter(({ part, name }) => part === 'table' && name !== 'schema_migrations');
    const rows: Part[] = [];
    for (const { name } of tables) {
      // Secrets are random.
      const found = await client.query<{ definition: string }>(
        `SELECT regexp_replace(stored::text, '"secret": "[^"]+"', '"secret": random') AS definition
         FROM (SELECT to_jsonb(content) AS stored FROM ${schema}.${name} AS content) AS stored`,
      );
      rows.push(...found.rows.map(({ definition }) => ({ name, part: 'row', definition })));
    }
    return [...objects, ...rows];
  } finally {
    await client.end();
  }
}

/** Lists the tables of a ClickHouse database except for the migration history. Settings are sorted. */
export async function listClickHouseTables(client: ClickHouseClient): Promise<Part[]> {
  const tables = await queryRows<{ name: string; statement: string }>(
    client,
    `SELECT name, replaceOne(create_table_query, currentDatabase() || '.', '') AS statement
     FROM system.tables WHERE database = currentDatabase() AND name != 'schema_migrations'`,
  );
  return tables.map(({ name, statement }) => {
    const [, table = statement, settings = ''] = /^(.*) SETTINGS (\w+ = .*)$/s.exec(statement) ?? [];
    return { name, part: 'table', definition: `${table} ${settings.split(', ').toSorted().join(' ')}` };
  });
}

/** Returns one line for each table, function, type and sequence: its name and a hash of all its parts. */
export function fingerprintSchema(listing: readonly Part[]): string[] {
  const byName = Map.groupBy(listing, ({ name }) => name);
  const lines = [...byName].map(([name, all]) => {
    const parts = all.map(({ part, definition }) => `${part} ${definition}`).toSorted();
    return `${name} ${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;
  });
  return lines.toSorted();
}

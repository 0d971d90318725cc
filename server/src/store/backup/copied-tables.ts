import type { Client } from 'pg';

// A table with the columns that have to be copied. Generated columns are computed again.
export type CopiedTable = { name: string; columns: string };

// Partitions are copied with their table. Each history of migrations is written by the migrations themselves.
const listTables = `
  SELECT format('%I.%I', nspname, relname) AS name,
    (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
     WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname IN ($1, 'traffic') AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migrations'
  ORDER BY nspname, relname`;

export async function listCopiedTables(client: Client, schema: string): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(listTables, [schema]);
  return rows;
}

export async function readCurrentSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return rows[0]?.schema ?? 'public';
}

// Identity columns and their last value.
export type Counter = { table: string; column: string; last: string };

const listIdentityColumns = `
  SELECT format('%I.%I', nspname, relname) AS table, attname AS column,
    pg_get_serial_sequence(format('%I.%I', nspname, relname), attname) AS sequence
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE nspname IN ($1, 'traffic') AND attidentity <> '' AND NOT attisdropped
  ORDER BY 1, 2`;

export async function readCounters(client: Client, schema: string): Promise<Counter[]> {
  type Identity = { table: string; column: string; sequence: string };
  const { rows } = await client.query<Identity>(listIdentityColumns, [schema]);
  const counters: Counter[] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: string | null }>(
      `SELECT CASE WHEN is_called THEN last_value END::text AS last FROM ${sequence}`,
    );
    const last = state.rows[0]?.last ?? null;
    if (last !== null) counters.push({ table, column, last });
  }
  return counters;
}

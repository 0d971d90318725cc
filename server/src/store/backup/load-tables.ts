import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '../../platform/operator-error.ts';
import { withoutTimeLimits, withPostgresClient } from '../../platform/postgres-session.ts';
import { listCopiedTables, readCurrentSchema } from './copied-tables.ts';
import type { Dump } from './dump-tables.ts';

type LoadOptions = {
  // Returns the source of a table's rows, and streams that transform it.
  open: (table: string) => readonly [Readable, ...Duplex[]];
  onTable: (done: number, total: number) => void;
  beforeCommit?: (client: Client, tables: readonly string[]) => Promise<void>;
};

// Loads all rows in one transaction. The schema must exist, with the migrations of the dump, and contain no workspaces.
// Foreign keys are dropped and added again, because tables refer to each other in cycles; adding them checks all rows.
export async function loadTables(
  url: string,
  dump: Dump,
  { open, onTable, beforeCommit }: LoadOptions,
): Promise<void> {
  await withPostgresClient(url, async (client) => {
    const schema = await readCurrentSchema(client);
    await client.query('BEGIN');
    await client.query(withoutTimeLimits);
    const tables = dump.tables.map((table) => ({
      ...table,
      name: inSchema(table.name, dump.schema, schema),
    }));
    await requireSameTables(
      client,
      schema,
      tables.map(({ name }) => name),
    );
    const names = tables.map(({ name }) => name);
    const keys = await dropForeignKeys(client, schema);
    const forced = await stopForcing(client, schema);
    // Leaves out months that an earlier load has created, so it comes before their rows are removed.
    if (dump.months.length > 0) await client.query('SELECT traffic.make_months($1::bigint[])', [dump.months]);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const [at, { name, columns, rows }] of tables.entries()) {
      const into = client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`));
      await pipeline([...open(dump.tables[at]?.name ?? name), into]);
      if (into.rowCount !== rows)
        throw new OperatorError('refused', `${name} has ${into.rowCount} rows instead of ${rows}.`);
      onTable(at + 1, tables.length);
    }
    for (const { table, column, last } of dump.counters)
      await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
        inSchema(table, dump.schema, schema),
        column,
        last,
      ]);
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    await beforeCommit?.(client, names);
    for (const table of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await client.query('COMMIT');
  });
}

// Computes the statistics that queries need after a load.
export async function analyzeTables(url: string): Promise<void> {
  await withPostgresClient(url, async (client) => await client.query('ANALYZE'));
}

function inSchema(table: string, from: string, to: string): string {
  return table.startsWith(`${from}.`) && from !== 'traffic' ? `${to}${table.slice(from.length)}` : table;
}

async function requireSameTables(client: Client, schema: string, names: readonly string[]): Promise<void> {
  const existing = (await listCopiedTables(client, schema)).map(({ name }) => name);
  const different = [...existing, ...names].filter(
    (name) => !existing.includes(name) || !names.includes(name),
  );
  if (different.length > 0)
    throw new OperatorError(
      'refused',
      `The database and the backup have different tables: ${different.join(', ')}.`,
    );
}

type ForeignKey = { table: string; name: string; definition: string };

async function dropForeignKeys(client: Client, schema: string): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', nspname, relname) AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE contype = 'f' AND nspname IN ($1, 'traffic') ORDER BY 1, 2`,
    [schema],
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

// Forced row-level security does not let the owner of a table load it.
async function stopForcing(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relforcerowsecurity AND NOT relispartition AND nspname IN ($1, 'traffic') ORDER BY 1`,
    [schema],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  return rows.map(({ name }) => name);
}

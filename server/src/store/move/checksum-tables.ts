import type { Client } from 'pg';
import type { CopiedTable } from '../backup/copied-tables.ts';

export type TableSum = { rows: number; sum: string };

// The text of a row depends on these settings.
const textSettings = `SELECT set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
  set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
  set_config('extra_float_digits', '1', true)`;

// Returns the number of rows and a sum of their hashes, which does not depend on the order of the rows.
export async function checksumTables(
  client: Client,
  tables: readonly CopiedTable[],
): Promise<Map<string, TableSum>> {
  await client.query(textSettings);
  const sums = new Map<string, TableSum>();
  for (const { name, columns } of tables) {
    const { rows } = await client.query<TableSum>(
      `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(copied::text, 0)::numeric), 0)::text AS sum
      FROM (SELECT ${columns} FROM ${name}) AS copied`,
    );
    sums.set(name, rows[0] ?? { rows: 0, sum: '0' });
  }
  return sums;
}

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(`SELECT count(*)::float8 AS rows FROM ${table}`);
  return rows[0]?.rows ?? 0;
}

import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { withoutTimeLimits, withPostgresClient } from '../../platform/postgres-session.ts';
import {
  listCopiedTables,
  readCounters,
  readCurrentSchema,
  type CopiedTable,
  type Counter,
} from './copied-tables.ts';

type DumpedTable = { name: string; columns: string; rows: number };
export type Dump = { schema: string; tables: DumpedTable[]; counters: Counter[]; months: string[] };
type DumpTarget = {
  // Whether to include the traffic that is stored in PostgreSQL.
  hasTraffic: boolean;
  open: (table: string) => Writable;
  onTable: (done: number, total: number) => void;
};

// Returns the rows of a table in the format of COPY.
export function readTable(client: Client, { name, columns }: CopiedTable): CopyToStreamQuery {
  return client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`));
}

// Writes the compressed rows of every table, all from one moment.
export async function dumpTables(url: string, { hasTraffic, open, onTable }: DumpTarget): Promise<Dump> {
  return await withPostgresClient(url, async (client) => {
    const schema = await readCurrentSchema(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(withoutTimeLimits);
    await client.query('SET LOCAL ROLE waypost_system');
    const tables = (await listCopiedTables(client, schema)).filter(
      ({ name }) => hasTraffic || !name.startsWith('traffic.'),
    );
    const months = hasTraffic
      ? await client.query<{ start: string }>('SELECT start::text FROM traffic.months ORDER BY start')
      : { rows: [] };
    const dumped: DumpedTable[] = [];
    for (const { name, columns } of tables) {
      const copy = readTable(client, { name, columns });
      await pipeline(copy, createGzip({ level: 1 }), open(name));
      dumped.push({ name, columns, rows: copy.rowCount });
      onTable(dumped.length, tables.length);
    }
    await client.query('COMMIT');
    // Counters are not part of the transaction. They are read last, so that they include all numbers in the rows.
    const counters = await readCounters(client, schema);
    return { schema, tables: dumped, counters, months: months.rows.map(({ start }) => start) };
  });
}

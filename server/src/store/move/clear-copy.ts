import type { Client } from 'pg';
import { listCopiedTables, readCurrentSchema } from '../backup/copied-tables.ts';
import { readMoveNote, writeMoveNote } from './move-note.ts';

// Deletes the rows that a move has copied into this database. Keeps them if another client is connected, which may use the
// copy.
export async function clearCopy(client: Client, id: string): Promise<'cleared' | 'nothing' | 'used'> {
  const note = await readMoveNote(client);
  if (note?.state !== 'copy' || note.id !== id) return 'nothing';
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if ((rows[0]?.others ?? 0) > 0) return 'used';
  const tables = await listCopiedTables(client, await readCurrentSchema(client));
  // The partitions stay, so the list of them has to stay, too.
  const names = tables.map(({ name }) => name).filter((name) => name !== 'traffic.months');
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${names.join(', ')}`);
  await writeMoveNote(client, undefined);
  await client.query('COMMIT');
  return 'cleared';
}

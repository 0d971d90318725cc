import { escapeLiteral, type Client } from 'pg';

// Says what a database has to do with a move: it is a copy that is not in use yet, or its data was moved to another server.
// A comment is transactional, and neither copied nor backed up with the rows.
type MoveNote = { state: 'copy' | 'moved'; id: string; host: string };

export async function readMoveNote(client: Client): Promise<MoveNote | undefined> {
  const { rows } = await client.query<{ note: string | null }>(
    "SELECT obj_description(to_regclass('workspaces'), 'pg_class') AS note",
  );
  try {
    return (JSON.parse(rows[0]?.note ?? '{}') as { move?: MoveNote }).move;
  } catch {
    // Someone else's comment.
    return undefined;
  }
}

export async function writeMoveNote(client: Client, note: MoveNote | undefined): Promise<void> {
  const text = note === undefined ? 'NULL' : escapeLiteral(JSON.stringify({ move: note }));
  await client.query(`COMMENT ON TABLE workspaces IS ${text}`);
}

// From the commit on, no process can write to these tables. The code is the one of a read-only transaction, which every
// caller already handles as an outage.
export async function refuseWrites(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION refuse_after_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the data was moved to another PostgreSQL server' USING ERRCODE = '25006';
    END
    $$`);
  for (const table of tables)
    await client.query(`CREATE OR REPLACE TRIGGER refuse_after_move BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE
      ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_after_move()`);
}

import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Reads a secret that was created with the database and is shared by all processes. */
export async function readSharedSecret(executor: Executor, purpose: 'cursors'): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    SELECT secret FROM shared_secrets WHERE purpose = ${purpose}`.execute(executor);
  const [found] = rows;
  if (found === undefined) throw new Error(`the database has no shared secret for ${purpose}`);
  return found.secret;
}

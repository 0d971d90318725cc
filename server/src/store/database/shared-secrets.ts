import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** A secret that was made with the database, and that all processes of the installation have in common. */
export async function readSharedSecret(executor: Executor, purpose: 'cursors'): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    SELECT secret FROM shared_secrets WHERE purpose = ${purpose}`.execute(executor);
  const [found] = rows;
  if (found === undefined) throw new Error(`the database has no secret for ${purpose}`);
  return found.secret;
}

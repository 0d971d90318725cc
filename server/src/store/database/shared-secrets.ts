import { sql } from 'kysely';
import type { Executor } from './database.ts';

export async function readSharedSecret(executor: Executor, purpose: 'cursors'): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    SELECT secret FROM shared_secrets WHERE purpose = ${purpose}`.execute(executor);
  const [found] = rows;
  if (found === undefined) throw new Error(`the database has no shared secret for ${purpose}`);
  return found.secret;
}

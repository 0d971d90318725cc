import type { Client } from 'pg';
import { describeError } from './errors.ts';
import { OperatorError } from './operator-error.ts';
import { PostgresClient } from './postgres-client.ts';

// Selects the names from pg_settings, because servers before 17 have no transaction_timeout.
export const withoutTimeLimits = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

// Opens a separate connection for work that takes long, and closes it afterward, which rolls back open transactions.
export async function withPostgresClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new PostgresClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError('engineUnavailable', `PostgreSQL cannot be reached: ${describeError(error)}`, {
      cause: error,
    });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

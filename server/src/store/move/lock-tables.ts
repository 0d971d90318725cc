import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { systemCode } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withoutTimeLimits } from '../../platform/postgres-session.ts';

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';
const pauseMs = 300;
const attempts = 400;

// Begins a transaction in which nobody else can write to these tables. Reading goes on. If the connection is lost,
// PostgreSQL ends the transaction, and writes continue.
export async function beginWithLocks(client: Client, tables: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('BEGIN');
    try {
      await client.query(withoutTimeLimits);
      // Shorter than PostgreSQL waits before it looks for deadlocks, so that this transaction gives up and no other one.
      await client.query("SET LOCAL lock_timeout = '700ms'");
      await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
      await client.query('SET LOCAL lock_timeout = 0');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      const code = systemCode(error);
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
      if (attempt === attempts)
        throw new OperatorError(
          'engineUnavailable',
          'The tables could not be locked, because a long transaction is writing to them.',
          { cause: error },
        );
    }
    await sleep(pauseMs);
  }
}

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool } from 'pg';
import { guardClient } from './guarded-connection.ts';

// A server that is frozen or cut off does not refuse, it just never answers. What waits on it must not wait for ever.
const answerTimeoutMs = 5_000;
const connectTimeoutMs = 3_000;

/** A pool that gives up on a server which does not answer, and throws away the connections it has waited on. */
export class GuardedPool implements PostgresPool {
  /** Asked for by the query builder, which looks at none of it here. */
  readonly options = {};
  readonly #pool: Pool;

  constructor(url: string, connectionsMax: number) {
    this.#pool = new Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: answerTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // A query need not wait for the answer to the one before it, which is what `beginning` is for.
      pipeline: true,
      application_name: 'waypost',
    });
    // A connection that breaks is replaced; without a listener, idle or in use, it would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async connect(): Promise<PostgresPoolClient> {
    return guardClient(await this.#pool.connect());
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

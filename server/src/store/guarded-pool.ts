import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient } from 'pg';

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

function guardClient(client: PoolClient): PostgresPoolClient {
  let timedOut: Error | undefined;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    // What would follow, such as a ROLLBACK, would only wait behind the query that nobody answered.
    if (timedOut !== undefined) throw timedOut;
    try {
      return await client.query(text, values);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') timedOut = error;
      throw error;
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(timedOut ?? false) };
}

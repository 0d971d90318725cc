import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type QueryResult } from 'pg';

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

/**
 * What a transaction begins with. It is sent and not waited for: it fails only with its connection, and what runs
 * outside of the transaction then runs as a role that sees and changes no row.
 */
export const beginning = 'BEGIN; ';

function guardClient(client: PoolClient): PostgresPoolClient {
  let broken: Error | undefined;
  let begun: Promise<unknown> | undefined;
  const send = async (text: string, values: unknown[]): Promise<QueryResult> => {
    try {
      return await client.query(text, values);
    } catch (error) {
      const isLost = error instanceof Error && error.message === 'Query read timeout';
      if (isLost || text === 'ROLLBACK') broken = error as Error;
      throw error;
    }
  };
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    // What would follow, such as a ROLLBACK, would only wait behind the query that nobody answered.
    if (broken !== undefined) throw broken;
    const sent = send(text, values);
    if (text.startsWith(beginning)) {
      begun = sent;
      begun.catch(() => undefined);
      return { rows: [] };
    }
    const [result] = await Promise.all([sent, begun]);
    begun = undefined;
    // The server's way to say that an earlier statement had failed.
    if (text === 'COMMIT' && result.command === 'ROLLBACK') throw new Error('the transaction was given up');
    return result;
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(broken ?? false) };
}

import type { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { systemCode } from '../../platform/errors.ts';
import { PostgresClient } from '../../platform/postgres-client.ts';

// A frozen or unreachable server never answers, so every wait needs a timeout.
const queryTimeoutMs = 5_000;
const connectTimeoutMs = 3_000;

/** A connection pool that times out when the server does not answer, and discards the affected connections. */
export class GuardedPool implements PostgresPool {
  readonly options = {};
  readonly #pool: Pool;

  constructor(url: string, connectionsMax: number) {
    this.#pool = new Pool({
      Client: PostgresClient,
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // Allows `begin` and the first statement to be sent in one round trip.
      pipeline: true,
      application_name: 'waypost',
    });
    // The pool replaces broken connections. Without a listener, an error on one of them would end the process.
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

// Limits for the cache of prepared statements. Without them, statements built for a single call, such as inserts of
// many rows, would fill the cache.
const statementsMax = 400;
const valuesMax = 40;
const cacheable = /^\s*(?:select|insert|update|delete|with)\b/i;
const statementNames = new Map<string, string>();

/**
 * Returns a name for the prepared statement, or undefined if the statement should not be prepared. Repeated statements
 * are prepared once per connection, because planning them costs more than running them.
 */
function nameStatement(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (!cacheable.test(text) || text.includes(`$${valuesMax}`) || statementNames.size >= statementsMax)
    return undefined;
  const name = `waypost_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Starts a transaction. BEGIN is sent together with the first statement and is not awaited, because BEGIN fails only if
 * the connection fails. Even if a statement ran outside the transaction, the login role could neither see nor change
 * any rows.
 */
export const begin = 'BEGIN; ';

/**
 * Starts a transaction for one read statement. BEGIN, the statement and COMMIT are sent together, in one round trip.
 */
export const beginRead = 'BEGIN READ ONLY; ';

export const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ';

type Mode = 'idle' | 'open' | 'read' | 'done';

class GuardedConnection {
  readonly #client: PoolClient;
  readonly #socket: Socket;
  #mode: Mode = 'idle';
  #beginResult: Promise<unknown> | undefined;
  #broken: Error | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
    // The driver's types do not include the socket. While the socket is corked, BEGIN and the first statement are
    // collected and then sent in one packet.
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  async query(text: string, values: unknown[]): Promise<unknown> {
    // On a broken connection, every later statement, even ROLLBACK, would wait behind the unanswered query.
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#mode === 'done' && text !== 'ROLLBACK')
      throw new Error('a read transaction allows only one statement');
    if (text.startsWith('BEGIN')) return this.#begin(text);
    const beginResult = this.#beginResult;
    const result = this.#send(text, values);
    const commitResult = this.#mode === 'read' && text !== 'ROLLBACK' ? this.#send('COMMIT', []) : undefined;
    if (beginResult !== undefined) this.#socket.uncork();
    this.#beginResult = undefined;
    if (this.#mode === 'read') this.#mode = 'done';
    const [answer] = await Promise.all([result, beginResult, commitResult]);
    // The server answers COMMIT with ROLLBACK if an earlier statement failed.
    if (text === 'COMMIT' && answer.command === 'ROLLBACK')
      throw new Error('the transaction was rolled back because a statement failed');
    return answer;
  }

  release(): void {
    this.#client.release(this.#broken ?? false);
  }

  #begin(text: string): unknown {
    this.#mode = text.startsWith(beginRead) ? 'read' : 'open';
    this.#socket.cork();
    this.#beginResult = this.#send(text, []);
    this.#beginResult.catch(() => undefined);
    return { rows: [] };
  }

  async #send(text: string, values: unknown[]): Promise<QueryResult> {
    try {
      const name = nameStatement(text);
      return await this.#client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      const isTimeout = error instanceof Error && error.message === 'Query read timeout';
      // The server has become read-only, so another host may accept writes.
      const isReadOnly = this.#mode === 'open' && systemCode(error) === '25006';
      if (isTimeout || isReadOnly || text === 'ROLLBACK') this.#broken = error as Error;
      throw error;
    }
  }
}

function guardClient(client: PoolClient): PostgresPoolClient {
  const connection = new GuardedConnection(client);
  const query = (text: string, values: unknown[]) => connection.query(text, values);
  return { query: query as PostgresPoolClient['query'], release: () => connection.release() };
}

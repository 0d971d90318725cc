import type { Socket } from 'node:net';
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

// What is built anew each time, such as an insert of many rows, would fill the list and is left out.
const statementsMax = 400;
const valuesMax = 40;
const lasting = /^\s*(?:select|insert|update|delete|with)\b/i;
const names = new Map<string, string>();

/**
 * The name under which each connection keeps the plan of a statement that comes again: planning costs more than running.
 * None for what does not come again, or when there are too many.
 */
function nameStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (!lasting.test(text) || text.includes(`$${valuesMax}`) || names.size >= statementsMax) return undefined;
  const name = `waypost_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * What a transaction begins with. It leaves together with the first statement and is not waited for: it fails only with
 * its connection, and what runs outside of the transaction then runs as a role that sees and changes no row.
 */
export const beginning = 'BEGIN; ';

/** The same for a transaction of one statement that reads. Its end leaves with it too: one way there and back in all. */
export const readBeginning = 'BEGIN READ ONLY; ';

/** For several statements that read: all of them see the same moment. */
export const snapshotBeginning = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ';

type Mode = 'idle' | 'open' | 'read' | 'over';

/** A connection that is thrown away once the server has left a query unanswered. */
class GuardedConnection {
  readonly #client: PoolClient;
  readonly #socket: Socket;
  #mode: Mode = 'idle';
  #begun: Promise<unknown> | undefined;
  #broken: Error | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
    // Not part of the driver's types. What is written while it is held back goes out in one piece.
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  async query(text: string, values: unknown[]): Promise<unknown> {
    // What would follow, such as a ROLLBACK, would only wait behind the query that nobody answered.
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#mode === 'over' && text !== 'ROLLBACK') throw new Error('a single read takes one statement');
    if (text.startsWith('BEGIN')) return this.#begin(text);
    const begun = this.#begun;
    const sent = this.#send(text, values);
    const ended = this.#mode === 'read' && text !== 'ROLLBACK' ? this.#send('COMMIT', []) : undefined;
    if (begun !== undefined) this.#socket.uncork();
    this.#begun = undefined;
    if (this.#mode === 'read') this.#mode = 'over';
    const [result] = await Promise.all([sent, begun, ended]);
    // The server's way to say that an earlier statement had failed.
    if (text === 'COMMIT' && result.command === 'ROLLBACK') throw new Error('the transaction was given up');
    return result;
  }

  release(): void {
    this.#client.release(this.#broken ?? false);
  }

  #begin(text: string): unknown {
    this.#mode = text.startsWith(readBeginning) ? 'read' : 'open';
    this.#socket.cork();
    this.#begun = this.#send(text, []);
    this.#begun.catch(() => undefined);
    return { rows: [] };
  }

  async #send(text: string, values: unknown[]): Promise<QueryResult> {
    try {
      const name = nameStatement(text);
      return await this.#client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      const isLost = error instanceof Error && error.message === 'Query read timeout';
      if (isLost || text === 'ROLLBACK') this.#broken = error as Error;
      throw error;
    }
  }
}

function guardClient(client: PoolClient): PostgresPoolClient {
  const connection = new GuardedConnection(client);
  const query = (text: string, values: unknown[]) => connection.query(text, values);
  return { query: query as PostgresPoolClient['query'], release: () => connection.release() };
}

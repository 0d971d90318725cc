import { escapeLiteral, Pool, type PoolClient } from 'pg';
import { PostgresClient } from '../../platform/postgres-client.ts';
import { requireWorkspace } from '../request-errors.ts';
import { PooledConnection } from './pooled-connection.ts';

type Limits = {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

type Work<Result> = (client: PoolClient) => Promise<Result>;

// A query whose result is fetched in batches through a cursor, with each row as an array.
type StreamedQuery = { text: string; values: unknown[]; batchSize: number };

// Maximum time to wait for a new or released connection.
const connectTimeoutMs = 10_000;
// Memory that sorting and grouping may use before they spill to disk.
const workMemory = '64MB';

/**
 * Pool of connections for traffic. It is separate from other pools, so that slow reports do not block sign-ins. No
 * session state outlives a transaction, so a pooler such as PgBouncer can be used.
 */
export class TrafficConnections {
  readonly #pool: Pool;

  constructor(url: string, connectionsMax: number) {
    this.#pool = new Pool({
      Client: PostgresClient,
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'waypost traffic',
    });
    // The pool replaces broken connections. Without a listener, the error would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      // The server cancels a query soon after its client disconnects. Not every server supports this setting.
      client.query("SET client_connection_check_interval = '500ms'").catch(() => undefined);
    });
  }

  /** Reads rows of one workspace. Both the query and row-level security enforce this restriction. */
  async readAs<Result>(workspaceId: string, limits: Limits, work: Work<Result>): Promise<Result> {
    return await this.#inTransaction(beginReading(workspaceId, limits), limits, work);
  }

  /** Runs work across workspaces for edges, workers and the command line. */
  async asSystem<Result>(limits: Limits, work: Work<Result>): Promise<Result> {
    return await this.#inTransaction(begin('BEGIN', { role: 'waypost_system' }, limits), limits, work);
  }

  /** Runs as the login role, which sees no rows. Used for queries about the server itself. */
  async asLogin<Result>(work: Work<Result>): Promise<Result> {
    const connection = await this.#acquire(undefined);
    try {
      return await connection.run(10_000, work);
    } finally {
      connection.release();
    }
  }

  /**
   * Streams rows with backpressure: the cursor pauses while the consumer pauses, and is closed when the consumer stops.
   */
  async *stream(
    workspaceId: string,
    limits: Limits,
    { text, values, batchSize }: StreamedQuery,
  ): AsyncGenerator<(string | null)[][]> {
    const connection = await this.#acquire(limits.signal);
    const run = <Result>(work: Work<Result>) => connection.run(limits.timeoutMs, work);
    try {
      await run((client) => client.query(beginReading(workspaceId, limits)));
      await run((client) => client.query(`DECLARE answer NO SCROLL CURSOR FOR ${text}`, values));
      for (;;) {
        const next = { text: `FETCH ${batchSize} FROM answer`, rowMode: 'array' as const };
        const { rows } = await run((client) => client.query<(string | null)[]>(next));
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await run((client) => client.query('ROLLBACK')).catch(() => undefined);
      connection.release();
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #inTransaction<Result>(opening: string, limits: Limits, work: Work<Result>): Promise<Result> {
    const connection = await this.#acquire(limits.signal);
    try {
      return await connection.run(limits.timeoutMs, async (client) => {
        await client.query(opening);
        try {
          const result = await work(client);
          const committed = await client.query('COMMIT');
          // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed.
          if (committed.command === 'ROLLBACK') throw new Error('the transaction was rolled back');
          return result;
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      });
    } finally {
      connection.release();
    }
  }

  async #acquire(signal: AbortSignal | undefined): Promise<PooledConnection> {
    signal?.throwIfAborted();
    return new PooledConnection(await this.#pool.connect(), signal);
  }
}

function beginReading(workspaceId: string, limits: Limits): string {
  requireWorkspace(workspaceId);
  return begin('BEGIN READ ONLY', { role: 'waypost_app', 'waypost.workspace_id': workspaceId }, limits);
}

function begin(command: string, settings: Record<string, string>, { timeoutMs }: Limits): string {
  const all = {
    ...settings,
    statement_timeout: String(timeoutMs),
    work_mem: workMemory,
    // JIT compilation takes longer than most of these queries.
    jit: 'off',
  };
  const set = Object.entries(all).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  );
  return `${command}; SELECT ${set.join(', ')}`;
}

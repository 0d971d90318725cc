import { escapeLiteral, Pool, type PoolClient } from 'pg';
import { requireWorkspace } from '../refusals.ts';
import { PooledConnection } from './pooled-connection.ts';

type Limits = {
  /** The server ends a statement that takes longer. */
  timeoutMs: number;
  /** Ends it when nobody waits any more. */
  signal?: AbortSignal | undefined;
};

type Work<Result> = (client: PoolClient) => Promise<Result>;

/** A question whose answer is taken some rows at a time, each as a list. */
type LongQuestion = { text: string; values: unknown[]; rowsAtOnce: number };

// Until there is a connection: a new one, or one that others are done with.
const connectTimeoutMs = 10_000;
// In which a question may sort and group before it goes to disk.
const workMemory = '64MB';

/**
 * Connections of their own, beside those of everything else: what reports take long for must not keep sign-ins waiting.
 * Nothing that matters outlives a transaction, so that a pooler may stand in between.
 */
export class TrafficConnections {
  readonly #pool: Pool;

  constructor(url: string, connectionsMax: number) {
    this.#pool = new Pool({
      connectionString: url,
      max: connectionsMax,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'waypost traffic',
    });
    // A connection that breaks is replaced; without a listener, idle or in use, it would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      // A question whose asker is gone ends soon after, not when it is answered. Not every server can do that.
      client.query("SET client_connection_check_interval = '500ms'").catch(() => undefined);
    });
  }

  /** Reads what one workspace may see, and nothing else: by the question itself, and by the rules of the tables. */
  async readAs<Result>(workspaceId: string, limits: Limits, work: Work<Result>): Promise<Result> {
    return await this.#inTransaction(beginReading(workspaceId, limits), limits, work);
  }

  /** For whoever works across workspaces: edges, workers, the command line. */
  async asSystem<Result>(limits: Limits, work: Work<Result>): Promise<Result> {
    return await this.#inTransaction(begin('BEGIN', { role: 'waypost_system' }, limits), limits, work);
  }

  /** As whoever logged in, who sees no row: for questions about the server. */
  async asLogin<Result>(work: Work<Result>): Promise<Result> {
    const held = await this.#hold(undefined);
    try {
      return await held.run(10_000, work);
    } finally {
      held.release();
    }
  }

  /** While whoever takes the rows pauses, the server waits with the rest; it ends when they stop. */
  async *stream(
    workspaceId: string,
    limits: Limits,
    { text, values, rowsAtOnce }: LongQuestion,
  ): AsyncGenerator<(string | null)[][]> {
    const held = await this.#hold(limits.signal);
    const run = <Result>(work: Work<Result>) => held.run(limits.timeoutMs, work);
    try {
      await run((client) => client.query(beginReading(workspaceId, limits)));
      await run((client) => client.query(`DECLARE answer NO SCROLL CURSOR FOR ${text}`, values));
      for (;;) {
        const next = { text: `FETCH ${rowsAtOnce} FROM answer`, rowMode: 'array' as const };
        const { rows } = await run((client) => client.query<(string | null)[]>(next));
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await run((client) => client.query('ROLLBACK')).catch(() => undefined);
      held.release();
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #inTransaction<Result>(beginning: string, limits: Limits, work: Work<Result>): Promise<Result> {
    const held = await this.#hold(limits.signal);
    try {
      return await held.run(limits.timeoutMs, async (client) => {
        await client.query(beginning);
        try {
          const result = await work(client);
          const { command } = await client.query('COMMIT');
          // The server's way to say that an earlier statement had failed.
          if (command === 'ROLLBACK') throw new Error('the transaction was given up');
          return result;
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      });
    } finally {
      held.release();
    }
  }

  async #hold(signal: AbortSignal | undefined): Promise<PooledConnection> {
    signal?.throwIfAborted();
    return new PooledConnection(await this.#pool.connect(), signal);
  }
}

function beginReading(workspaceId: string, limits: Limits): string {
  requireWorkspace(workspaceId);
  return begin('BEGIN READ ONLY', { role: 'waypost_app', 'waypost.workspace_id': workspaceId }, limits);
}

/** The role, the workspace and the limits of a transaction, until it ends. */
function begin(word: string, settings: Record<string, string>, { timeoutMs }: Limits): string {
  const all = {
    ...settings,
    statement_timeout: String(timeoutMs),
    work_mem: workMemory,
    // Compiling a question takes longer than most of them.
    jit: 'off',
  };
  const set = Object.entries(all).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  );
  return `${word}; SELECT ${set.join(', ')}`;
}

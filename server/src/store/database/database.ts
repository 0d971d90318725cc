import { Kysely, PostgresDialect, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { systemCode, WaypostError } from '../../platform/errors.ts';
import type { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { describeAbsence } from './describe-absence.ts';
import { beginning, GuardedPool, readBeginning, snapshotBeginning } from './guarded-pool.ts';
import { HeaderSeals } from './header-seals.ts';
import type { Schema } from './schema.ts';
import { makeWorkspaceTurns } from './workspace-turns.ts';

/** What every query takes first: an open transaction that already stands in its workspace, or above all of them. */
export type Executor = Kysely<Schema> & {
  /** For what is not to be read by whoever gets hold of the database. */
  readonly seals: HeaderSeals;
};

// Shorter than the client waits: what it has given up on must not go on, nor hold its locks.
const statementTimeoutMs = 4_500;
const lockTimeoutMs = 4_000;
const idleTimeoutMs = 10_000;
const turnWaitMs = 5_000;
// Rows of queues are found by an index, whatever the statistics say of a queue that was empty when they were made.
const lookupSettings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
const plansOf = { list: 'auto', lookup: 'force_generic_plan', queue: 'force_custom_plan' };

/**
 * PostgreSQL. There is no way to see a row outside a transaction that stepped down into a role without special powers
 * and, for a workspace, names it. Both end with the transaction, so that a pooled connection carries nothing over to
 * its next user.
 */
export class Database {
  readonly #pool: GuardedPool;
  readonly #kysely: Executor;
  readonly #seals: HeaderSeals;
  readonly #turns: FairSemaphore;

  /** `secret`: the key of what is sealed in it; without one, nothing of that is read or written. */
  constructor(url: string, options: { connectionsMax: number; secret?: string | undefined }) {
    // A workspace whose requests wait for each other must not take all connections with it.
    this.#turns = makeWorkspaceTurns(Math.ceil(options.connectionsMax / 2), turnWaitMs);
    this.#pool = new GuardedPool(url, options.connectionsMax);
    this.#seals = new HeaderSeals(options.secret);
    this.#kysely = this.#withSeals(new Kysely({ dialect: new PostgresDialect({ pool: this.#pool }) }));
  }

  async inWorkspace<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await this.#turns.take(workspaceId, () =>
      this.#transaction(`${beginning}${stepDown('waypost_app', workspaceId)}`, work),
    );
  }

  /**
   * For work that is a single reading statement: it takes one way to the server and back instead of two. A list is
   * planned for what it asks, since workspaces differ in size.
   */
  async readInWorkspace<Result>(
    workspaceId: string,
    kind: 'list' | 'lookup',
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    const plans = plansOf[kind];
    return await this.#turns.take(workspaceId, () =>
      this.#onConnection(`${readBeginning}${stepDown('waypost_app', workspaceId, plans)}`, work),
    );
  }

  /**
   * For several reading statements that have to agree with each other, whatever is changed meanwhile. As above, a list is
   * planned for what it asks.
   */
  async inSnapshot<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
    kind: 'list' | 'lookup' = 'lookup',
  ): Promise<Result> {
    const plans = plansOf[kind];
    return await this.#turns.take(workspaceId, () =>
      this.#transaction(`${snapshotBeginning}${stepDown('waypost_app', workspaceId, plans)}`, work),
    );
  }

  /**
   * For what happens before or across workspaces: sign-in, jobs, the command line. Statements are planned each time,
   * since most of them are about queues: a plan that was made while a queue was empty takes minutes after a burst.
   */
  async asSystem<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await this.#transaction(`${beginning}${stepDown('waypost_system', '', plansOf.queue)}`, work);
  }

  /**
   * The same for work that is a single reading statement: one way to the server and back. The plan of a lookup is kept,
   * that of a statement about a queue is not.
   */
  async readAsSystem<Result>(
    work: (executor: Executor) => Promise<Result>,
    kind: 'queue' | 'lookup' = 'lookup',
  ): Promise<Result> {
    const plans = plansOf[kind];
    return await this.#onConnection(`${readBeginning}${stepDown('waypost_system', '', plans)}`, work);
  }

  /**
   * As the role that logged in, which has no policy and so sees no rows: for questions about the server itself, and for
   * functions that answer one question with more rights. Each statement stands by itself.
   */
  async asLogin<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await explainAbsence(() => work(this.#kysely));
  }

  async check(): Promise<void> {
    await sql`SELECT 1`.execute(this.#kysely);
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
  }

  #withSeals(kysely: Kysely<Schema>): Executor {
    return Object.assign(kysely, { seals: this.#seals });
  }

  async #transaction<Result>(begin: string, work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await this.#onConnection(begin, async (executor) => {
      const result = await work(executor);
      await sql`COMMIT`.execute(executor);
      return result;
    });
  }

  async #onConnection<Result>(begin: string, work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await explainAbsence(() =>
      this.#kysely.connection().execute(async (connection) => {
        const executor = this.#withSeals(connection);
        await sql.raw(begin).execute(executor);
        try {
          return await work(executor);
        } catch (error) {
          await sql`ROLLBACK`.execute(executor).catch(() => undefined);
          throw error;
        }
      }),
    );
  }
}

/**
 * The role and the workspace of a transaction, until it ends. Plans are kept unless they are to fit their values:
 * nearly everything goes by ids, where planning takes longer than the rest together.
 */
function stepDown(role: string, workspaceId: string, plans = plansOf.lookup): string {
  const settings = {
    role,
    'waypost.workspace_id': workspaceId,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTimeoutMs),
    plan_cache_mode: plans,
    ...(role === 'waypost_system' ? lookupSettings : {}),
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  );
  return `SELECT ${set.join(', ')}`;
}

async function explainAbsence<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const message = describeAbsence(error);
    throw message === undefined ? error : new WaypostError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
}

/** Whether the database refused a row because one like it exists. */
export function isDuplicate(error: unknown): boolean {
  return systemCode(error) === '23505';
}

// PostgreSQL's classes of errors in data: values that are none (22…), and rules that a row breaks (23…).
const rowErrors = /^2[23][0-9A-Z]{3}$/;

/** Whether the database refused what was to be stored. All other errors say nothing of that. */
export function isRowError(error: unknown): boolean {
  return rowErrors.test(systemCode(error) ?? '');
}

import { Kysely, PostgresDialect, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { systemCode, WaypostError } from '../../platform/errors.ts';
import type { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { describeOutage } from './describe-outage.ts';
import { begin, GuardedPool, beginRead, beginSnapshot } from './guarded-pool.ts';
import { HeaderSeals } from './header-seals.ts';
import type { Schema } from './schema.ts';
import { createWorkspaceLimiter } from './workspace-limiter.ts';

/**
 * An open transaction for which the role and the workspace are set. Every query function takes an executor as its first
 * argument.
 */
export type Executor = Kysely<Schema> & {
  /** Encrypts secrets so that a copy of the database does not reveal them. */
  readonly seals: HeaderSeals;
};

// Shorter than the client's timeout, so that PostgreSQL stops abandoned statements and releases their locks first.
const statementTimeoutMs = 4_500;
const lockTimeoutMs = 4_000;
const idleTimeoutMs = 10_000;
const limiterWaitMs = 5_000;
// Settings that force index lookups in queues, because the statistics on a queue often describe an empty table.
const lookupSettings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
const planModes = { list: 'auto', lookup: 'force_generic_plan', queue: 'force_custom_plan' };

/**
 * Provides access to PostgreSQL. Rows are visible only in a transaction that has switched to an unprivileged role and,
 * for access to a workspace, has set the workspace ID. The role and the workspace ID are reset when the transaction
 * ends, so the next user of a pooled connection does not inherit them.
 */
export class Database {
  readonly #pool: GuardedPool;
  readonly #kysely: Executor;
  readonly #seals: HeaderSeals;
  readonly #limiter: FairSemaphore;

  /** Without `secret`, encrypted values can be neither read nor written. */
  constructor(url: string, options: { connectionsMax: number; secret?: string | undefined }) {
    // Keeps one workspace with slow queries from taking all connections.
    this.#limiter = createWorkspaceLimiter(Math.ceil(options.connectionsMax / 2), limiterWaitMs);
    this.#pool = new GuardedPool(url, options.connectionsMax);
    this.#seals = new HeaderSeals(options.secret);
    this.#kysely = this.#withSeals(new Kysely({ dialect: new PostgresDialect({ pool: this.#pool }) }));
  }

  async inWorkspace<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await this.#limiter.take(workspaceId, () =>
      this.#transaction(`${begin}${transactionSettings('waypost_app', workspaceId)}`, work),
    );
  }

  /**
   * Runs a single read statement in one round trip instead of two. A list statement is planned for its actual values,
   * because workspaces differ in size.
   */
  async readInWorkspace<Result>(
    workspaceId: string,
    kind: 'list' | 'lookup',
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    const planMode = planModes[kind];
    return await this.#limiter.take(workspaceId, () =>
      this.#onConnection(`${beginRead}${transactionSettings('waypost_app', workspaceId, planMode)}`, work),
    );
  }

  /** Runs several reads that must see the same state of the data. */
  async inSnapshot<Result>(
    workspaceId: string,
    work: (executor: Executor) => Promise<Result>,
    kind: 'list' | 'lookup' = 'lookup',
  ): Promise<Result> {
    const planMode = planModes[kind];
    return await this.#limiter.take(workspaceId, () =>
      this.#transaction(`${beginSnapshot}${transactionSettings('waypost_app', workspaceId, planMode)}`, work),
    );
  }

  /**
   * Runs work across workspaces, or before the workspace is known: sign-in, jobs and the command line. Statements are
   * planned each time, because most of them read queues, and a plan made for an empty queue can take minutes after a
   * burst.
   */
  async asSystem<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await this.#transaction(
      `${begin}${transactionSettings('waypost_system', '', planModes.queue)}`,
      work,
    );
  }

  /**
   * Runs a single read statement in one round trip, and is otherwise like `asSystem`. Plans for lookups are cached, but
   * plans for queue statements are not.
   */
  async readAsSystem<Result>(
    work: (executor: Executor) => Promise<Result>,
    kind: 'queue' | 'lookup' = 'lookup',
  ): Promise<Result> {
    const planMode = planModes[kind];
    return await this.#onConnection(
      `${beginRead}${transactionSettings('waypost_system', '', planMode)}`,
      work,
    );
  }

  /**
   * Runs work as the login role, without a transaction, for queries about the server itself and for SECURITY DEFINER
   * functions. Row-level security hides all rows from the login role.
   */
  async asLogin<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return await explainOutage(() => work(this.#kysely));
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

  async #transaction<Result>(
    beginStatement: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await this.#onConnection(beginStatement, async (executor) => {
      const result = await work(executor);
      await sql`COMMIT`.execute(executor);
      return result;
    });
  }

  async #onConnection<Result>(
    beginStatement: string,
    work: (executor: Executor) => Promise<Result>,
  ): Promise<Result> {
    return await explainOutage(() =>
      this.#kysely.connection().execute(async (connection) => {
        const executor = this.#withSeals(connection);
        await sql.raw(beginStatement).execute(executor);
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
 * Sets the role and workspace until the transaction ends. Plans are cached by default, because most statements are
 * lookups by ID, and planning a lookup takes longer than running it.
 */
function transactionSettings(role: string, workspaceId: string, planMode = planModes.lookup): string {
  const settings = {
    role,
    'waypost.workspace_id': workspaceId,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTimeoutMs),
    plan_cache_mode: planMode,
    ...(role === 'waypost_system' ? lookupSettings : {}),
  };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  );
  return `SELECT ${set.join(', ')}`;
}

async function explainOutage<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const message = describeOutage(error);
    throw message === undefined ? error : new WaypostError('SERVICE_UNAVAILABLE', message, { cause: error });
  }
}

export function isDuplicate(error: unknown): boolean {
  return systemCode(error) === '23505';
}

// SQLSTATE classes for invalid values (22) and violated constraints (23).
const rowErrors = /^2[23][0-9A-Z]{3}$/;

/** Returns true if PostgreSQL rejected the data itself. Other errors do not mean that the data is invalid. */
export function isRowError(error: unknown): boolean {
  return rowErrors.test(systemCode(error) ?? '');
}

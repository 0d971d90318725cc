import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../services/attribution/ship-outbox.ts';
import type { ServiceContext } from '../services/context.ts';
import { Loop } from './loop.ts';

// A batch is a part of the table, and parts cost merging: two a second from each worker at most, but for a backlog.
const everyMs = 500;
const troubleMs = 1_000;

/** Brings the rows of the outbox to the recorded traffic, exactly once, however many workers do so at the same time. */
export class OutboxShipper {
  readonly #context: ServiceContext;
  readonly #target: BatchTarget;
  readonly #logger: Logger;
  readonly #loop: Loop;
  #failure: string | undefined;
  rowsShipped = 0;
  rowsRefused = 0;

  constructor(context: ServiceContext, target: BatchTarget, logger: Logger) {
    this.#context = context;
    this.#target = target;
    this.#logger = logger;
    this.#loop = new Loop((signal) => this.#step(signal));
  }

  /** Why the last attempt failed; undefined where it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #step(signal: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    try {
      await freezeOutboxRows(this.#context);
      while (!signal.aborted && (await this.#ship())) if (this.#failure !== undefined) break;
    } catch (error) {
      this.#report(describeError(error));
    }
    return this.#failure === undefined ? Math.max(everyMs - (performance.now() - startedAt), 1) : troubleMs;
  }

  /** False where nothing is due. */
  async #ship(): Promise<boolean> {
    const shipped = await shipOutboxBatch(this.#context, this.#target);
    if (shipped?.kind === 'refused') {
      this.rowsRefused += shipped.rows;
      this.#logger.error(
        { rows: shipped.rows, why: shipped.reason },
        'rows of the outbox cannot be read; they are set aside in outbox_refused',
      );
    } else if (shipped?.kind === 'shipped') this.rowsShipped += shipped.rows;
    this.#report(shipped?.kind === 'unknown' ? shipped.reason : undefined);
    return shipped !== undefined;
  }

  /** What is wrong is said once, and once more when it is over. */
  #report(failure: string | undefined): void {
    if (failure !== undefined && this.#failure === undefined)
      this.#logger.warn({ why: failure }, 'rows of events cannot be shipped; they wait');
    if (failure === undefined && this.#failure !== undefined)
      this.#logger.info('rows of events are shipped again');
    this.#failure = failure;
  }
}

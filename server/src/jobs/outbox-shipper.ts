import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { returnLostBatches } from '../services/conversions/return-lost-batches.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../services/conversions/ship-outbox.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

// Unless there is a backlog, each worker ships at most twice a second, because in ClickHouse each batch becomes a part
// that has to be merged.
const everyMs = 500;
const retryDelayMs = 1_000;

/** Ships outbox rows to the traffic store. Each row is stored exactly once, with any number of concurrent workers. */
export class OutboxShipper {
  readonly #context: ServiceContext;
  readonly #target: BatchTarget;
  readonly #logger: Logger;
  readonly #failureReporter: FailureReporter;
  readonly #loop: Loop;
  // True at startup and after each failure, because the traffic store may have been restored from a backup that does
  // not contain the shipped batches.
  #mustCheckShipped = true;
  rowsShipped = 0;
  rowsRefused = 0;

  constructor(context: ServiceContext, target: BatchTarget, due: DueWork, logger: Logger) {
    this.#context = context;
    this.#target = target;
    this.#logger = logger;
    this.#failureReporter = new FailureReporter(logger, {
      failed: 'failed to ship outbox rows, retrying',
      resolved: 'resumed shipping outbox rows',
    });
    this.#loop = new Loop({
      everyMs,
      waitUntilDue: (signal) => due.until('outbox', signal),
      work: (signal) => this.#shipDue(signal),
      onFailure: (error) => {
        this.#mustCheckShipped = true;
        this.#failureReporter.note(describeError(error));
      },
      retryMs: () => retryDelayMs,
    });
  }

  get failure(): string | undefined {
    return this.#failureReporter.why;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #shipDue(signal: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    if (this.#mustCheckShipped) await this.#returnLost();
    await freezeOutboxRows(this.#context);
    let hasMore = true;
    while (hasMore && !signal.aborted) hasMore = await this.#ship();
    return Math.max(everyMs - (performance.now() - startedAt), 1);
  }

  async #returnLost(): Promise<void> {
    const batches = await returnLostBatches(this.#context, this.#target);
    this.#mustCheckShipped = false;
    if (batches > 0)
      this.#logger.warn(
        { batches },
        'acknowledged batches are missing from the traffic store, sending them again; the store may have been restored from a backup',
      );
  }

  async #ship(): Promise<boolean> {
    const shipped = await shipOutboxBatch(this.#context, this.#target);
    if (shipped?.kind === 'unknown') throw new Error(shipped.reason);
    if (shipped?.kind === 'refused') {
      this.rowsRefused += shipped.rows;
      this.#logger.error(
        { rows: shipped.rows, why: shipped.reason },
        'moved unreadable outbox rows to outbox_refused',
      );
    } else if (shipped?.kind === 'shipped') this.rowsShipped += shipped.rows;
    this.#failureReporter.end();
    return shipped !== undefined;
  }
}

import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { returnLostBatches } from '../services/attribution/return-lost-batches.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../services/attribution/ship-outbox.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

// A batch is a part of the table, and parts cost merging: two a second from each worker at most, but for a backlog.
const everyMs = 500;
const troubleMs = 1_000;

/** Brings the rows of the outbox to the recorded traffic, exactly once, however many workers do so at the same time. */
export class OutboxShipper {
  readonly #context: ServiceContext;
  readonly #target: BatchTarget;
  readonly #logger: Logger;
  readonly #trouble: FailureReporter;
  readonly #loop: Loop;
  // At the start and after each failure: the traffic store may have been restored from a backup meanwhile.
  #mustCheckShipped = true;
  rowsShipped = 0;
  rowsRefused = 0;

  constructor(context: ServiceContext, target: BatchTarget, due: DueWork, logger: Logger) {
    this.#context = context;
    this.#target = target;
    this.#logger = logger;
    this.#trouble = new FailureReporter(logger, {
      begun: 'rows of events cannot be shipped; they wait',
      over: 'rows of events are shipped again',
    });
    this.#loop = new Loop({
      everyMs,
      untilDue: (signal) => due.until('outbox', signal),
      work: (signal) => this.#workOff(signal),
      onFailure: (error) => {
        this.#mustCheckShipped = true;
        this.#trouble.note(describeError(error));
      },
      retryMs: () => troubleMs,
    });
  }

  /** Why the last attempt failed; undefined where it did not. */
  get failure(): string | undefined {
    return this.#trouble.why;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #workOff(signal: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    if (this.#mustCheckShipped) await this.#returnLost();
    await freezeOutboxRows(this.#context);
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await this.#ship();
    return Math.max(everyMs - (performance.now() - startedAt), 1);
  }

  async #returnLost(): Promise<void> {
    const batches = await returnLostBatches(this.#context, this.#target);
    this.#mustCheckShipped = false;
    if (batches > 0)
      this.#logger.warn(
        { batches },
        'the traffic store no longer has batches that it acknowledged, sending them again; was it restored from a backup?',
      );
  }

  /** False where nothing is due. */
  async #ship(): Promise<boolean> {
    const shipped = await shipOutboxBatch(this.#context, this.#target);
    if (shipped?.kind === 'unknown') throw new Error(shipped.reason);
    if (shipped?.kind === 'refused') {
      this.rowsRefused += shipped.rows;
      this.#logger.error(
        { rows: shipped.rows, why: shipped.reason },
        'rows of the outbox cannot be read; they are set aside in outbox_refused',
      );
    } else if (shipped?.kind === 'shipped') this.rowsShipped += shipped.rows;
    this.#trouble.end();
    return shipped !== undefined;
  }
}

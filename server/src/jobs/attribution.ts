import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import {
  applyInbox,
  FailedRequests,
  giveUpRequest,
  postponeFailedRequest,
} from '../services/conversions/apply-inbox.ts';
import type { AttributionContext } from '../services/conversions/event-to-apply.ts';
import type { DueWork } from './due-work.ts';

// Batches are large, because the cost of finding visits depends mainly on the number of table parts that are read, not
// on the number of visits.
const batchMax = 2_000;
const batchMin = 20;
const idleMs = 500;
const retryMs = 1_000;
const retryMaxMs = 5_000;
const failuresMax = 3;

/** Turns incoming postbacks into conversions. Any number of workers can run at the same time. */
export class Attribution {
  readonly #context: AttributionContext;
  readonly #logger: Logger;
  readonly #failureReporter: FailureReporter;
  readonly #loop: Loop;
  readonly #failures = new Map<string, number>();
  readonly #postponed = new Map<string, number>();
  #consecutivePostponed = 0;
  readonly verdicts = new Map<string, number>();
  #limit = batchMax;

  constructor(context: AttributionContext, due: DueWork, logger: Logger) {
    this.#context = context;
    this.#logger = logger;
    this.#failureReporter = new FailureReporter(logger, {
      failed: 'failed to process incoming postbacks, retrying',
      resolved: 'resumed processing incoming postbacks',
      logsEachCause: true,
    });
    this.#loop = new Loop({
      everyMs: idleMs,
      waitUntilDue: (signal) => due.until('inbox', signal),
      work: () => this.#step(),
    });
  }

  get failure(): string | undefined {
    return this.#failureReporter.why;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #step(): Promise<number> {
    const startedAt = performance.now();
    const startedMs = this.#context.now().getTime();
    try {
      const limit = this.#limit;
      const verdicts = await applyInbox(this.#context, limit);
      for (const verdict of verdicts) this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
      this.#failures.clear();
      this.#consecutivePostponed = 0;
      const isAllDone = verdicts.length < limit;
      if (isAllDone) this.#removeDuePostponed(startedMs);
      // A small batch may not include the request that made a larger batch fail, so the failure counts as resolved only
      // after a batch of full size or a batch with all due requests.
      if (this.#postponed.size === 0 && (isAllDone || limit === batchMax)) this.#failureReporter.end();
      this.#limit = Math.min(limit * 2, batchMax);
      // A pass takes as long for one request as for hundreds, so the worker pauses until several requests have arrived.
      return verdicts.length === limit ? 0 : Math.max(idleMs, 3 * (performance.now() - startedAt));
    } catch (error) {
      return await this.#recover(error);
    }
  }

  // Forgets postponed requests that were due by this time, because all due requests have been processed.
  #removeDuePostponed(untilMs: number): void {
    for (const [id, dueMs] of this.#postponed) if (dueMs <= untilMs) this.#postponed.delete(id);
  }

  /** Reduces the batch size until a failing request is alone in its batch and no longer blocks other requests. */
  async #recover(error: unknown): Promise<number> {
    this.#failureReporter.note(describeCause(error));
    if (!(error instanceof FailedRequests)) {
      // The database is down or too busy for a batch of this size.
      this.#limit = Math.max(batchMin, Math.floor(this.#limit / 2));
      return retryMs;
    }
    const [id] = error.ids;
    if (error.ids.length > 1 || id === undefined) {
      this.#limit = Math.max(1, Math.floor(error.ids.length / 4));
      return 0;
    }
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    const isPostponed = this.#postponed.has(id) && !error.isTheirFault;
    if (failures < failuresMax && !isPostponed) return idleMs;
    return await this.#setAside(id, error);
  }

  /**
   * Rejects a request only if its content caused the failure. Any other request is postponed, because it may succeed
   * later.
   */
  async #setAside(id: string, error: FailedRequests): Promise<number> {
    try {
      if (!error.isTheirFault) return await this.#postpone(id);
      this.#logger.error(
        { inboxId: id, why: error.message },
        'cannot apply an incoming postback, rejecting it',
      );
      await giveUpRequest(this.#context, id);
      this.#postponed.delete(id);
      return 0;
    } catch (failure) {
      this.#logger.warn(
        { inboxId: id, why: describeCause(failure) },
        'failed to reject or postpone an incoming postback, retrying',
      );
      return retryMs;
    }
  }

  /**
   * Postpones a request and returns the delay before the next batch. The delay grows with each consecutive postponed
   * request, because a series of failures is probably not caused by the requests themselves.
   */
  async #postpone(id: string): Promise<number> {
    const dueMs = await postponeFailedRequest(this.#context, id);
    if (dueMs !== undefined) this.#postponed.set(id, dueMs);
    this.#failures.delete(id);
    const pauseMs = Math.min(idleMs * 2 ** Math.min(this.#consecutivePostponed, 10), retryMaxMs);
    this.#consecutivePostponed += 1;
    return pauseMs;
  }
}

function describeCause(error: unknown): string {
  return describeError((error as Error).cause ?? error);
}

import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import {
  applyInbox,
  FailedRequests,
  giveUpRequest,
  postponeFailedRequest,
} from '../services/attribution/apply-inbox.ts';
import type { AttributionContext } from '../services/attribution/event-to-apply.ts';
import type { DueWork } from './due-work.ts';

// Finding visits costs by the parts of the table that are read, hardly by the visits: many at a time are cheap.
const batchMax = 2_000;
const batchMin = 20;
const idleMs = 500;
const troubleMs = 1_000;
const troubleMaxMs = 5_000;
const failuresMax = 3;

/** Turns what networks reported into conversions, for as long as it is wanted. Any number may run beside each other. */
export class Attribution {
  readonly #context: AttributionContext;
  readonly #logger: Logger;
  readonly #trouble: FailureReporter;
  readonly #loop: Loop;
  /** How often each request failed by itself. */
  readonly #failures = new Map<string, number>();
  /** Requests that were put off, and when they are due again. */
  readonly #putOff = new Map<string, number>();
  /** How many were put off one after the other. */
  #putOffInARow = 0;
  readonly verdicts = new Map<string, number>();
  #limit = batchMax;

  constructor(context: AttributionContext, due: DueWork, logger: Logger) {
    this.#context = context;
    this.#logger = logger;
    this.#trouble = new FailureReporter(logger, {
      begun: 'incoming events cannot be worked off; they wait',
      over: 'incoming events are worked off again',
      isEachCauseSaid: true,
    });
    this.#loop = new Loop({
      everyMs: idleMs,
      untilDue: (signal) => due.until('inbox', signal),
      work: () => this.#step(),
    });
  }

  /** Why the last attempt failed; undefined where it did not. */
  get failure(): string | undefined {
    return this.#trouble.why;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Works off one batch; how long to wait before the next. */
  async #step(): Promise<number> {
    const startedAt = performance.now();
    const startedMs = this.#context.now().getTime();
    try {
      const limit = this.#limit;
      const verdicts = await applyInbox(this.#context, limit);
      for (const verdict of verdicts) this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
      this.#failures.clear();
      this.#putOffInARow = 0;
      const isAllDone = verdicts.length < limit;
      if (isAllDone) this.#forgetPutOff(startedMs);
      // A small batch may only not have come to the request yet that a larger one failed for.
      if (this.#putOff.size === 0 && (isAllDone || limit === batchMax)) this.#trouble.end();
      this.#limit = Math.min(limit * 2, batchMax);
      // A look costs the same for one as for hundreds: what comes meanwhile is taken together.
      return verdicts.length === limit ? 0 : Math.max(idleMs, 3 * (performance.now() - startedAt));
    } catch (error) {
      return await this.#recover(error);
    }
  }

  /** What was due again by then is done, since all that was due is. */
  #forgetPutOff(untilMs: number): void {
    for (const [id, dueMs] of this.#putOff) if (dueMs <= untilMs) this.#putOff.delete(id);
  }

  /** One request that cannot be applied must not hold up the others: it is found by smaller batches, and taken out. */
  async #recover(error: unknown): Promise<number> {
    this.#trouble.note(describeCause(error));
    if (!(error instanceof FailedRequests)) {
      // An engine that is away, or one that fewer at a time would not have kept busy for too long.
      this.#limit = Math.max(batchMin, Math.floor(this.#limit / 2));
      return troubleMs;
    }
    const [id] = error.ids;
    if (error.ids.length > 1 || id === undefined) {
      this.#limit = Math.max(1, Math.floor(error.ids.length / 4));
      return 0;
    }
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    const isKnown = this.#putOff.has(id) && !error.isTheirFault;
    if (failures < failuresMax && !isKnown) return idleMs;
    return await this.#takeOut(id, error);
  }

  /** Only what a request says itself is held against it: all others may be applied later, whatever is wrong now. */
  async #takeOut(id: string, error: FailedRequests): Promise<number> {
    try {
      if (!error.isTheirFault) return await this.#postpone(id);
      this.#logger.error({ inboxId: id, why: error.message }, 'an incoming event cannot be applied');
      await giveUpRequest(this.#context, id);
      this.#putOff.delete(id);
      return 0;
    } catch (failure) {
      this.#logger.warn({ inboxId: id, why: describeCause(failure) }, 'it could not even be set aside');
      return troubleMs;
    }
  }

  /** How long to wait before the next, longer each time: if none can be applied, it is not the requests. */
  async #postpone(id: string): Promise<number> {
    const dueMs = await postponeFailedRequest(this.#context, id);
    if (dueMs !== undefined) this.#putOff.set(id, dueMs);
    this.#failures.delete(id);
    const pauseMs = Math.min(idleMs * 2 ** Math.min(this.#putOffInARow, 10), troubleMaxMs);
    this.#putOffInARow += 1;
    return pauseMs;
  }
}

function describeCause(error: unknown): string {
  return describeError((error as Error).cause ?? error);
}

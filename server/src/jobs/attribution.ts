import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { applyInbox, FailedRequests, giveUpRequest } from '../services/attribution/apply-inbox.ts';
import type { AttributionContext } from '../services/attribution/event-to-apply.ts';

// Finding visits costs by the parts of the table that are read, hardly by the visits: many at a time are cheap.
const batchMax = 2_000;
const batchMin = 20;
const idleMs = 500;
const troubleMs = 1_000;
const failuresMax = 3;

/** Turns what networks reported into conversions, for as long as it is wanted. Any number may run beside each other. */
export class Attribution {
  readonly #context: AttributionContext;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** How often each request failed by itself. */
  readonly #failures = new Map<string, number>();
  readonly verdicts = new Map<string, number>();
  #limit = batchMax;
  #failure: string | undefined;

  constructor(context: AttributionContext, logger: Logger) {
    this.#context = context;
    this.#logger = logger;
    this.#running = this.#run();
  }

  /** Why the last attempt failed; undefined where it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pauseMs = await this.#step();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Works off one batch; how long to wait before the next. */
  async #step(): Promise<number> {
    const startedAt = performance.now();
    try {
      const limit = this.#limit;
      const verdicts = await applyInbox(this.#context, limit);
      for (const verdict of verdicts) this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
      if (this.#failure !== undefined) this.#logger.info('incoming events are worked off again');
      this.#failure = undefined;
      this.#failures.clear();
      this.#limit = Math.min(limit * 2, batchMax);
      // A look costs the same for one as for hundreds: what comes meanwhile is taken together.
      return verdicts.length === limit ? 0 : Math.max(idleMs, 3 * (performance.now() - startedAt));
    } catch (error) {
      return await this.#recover(error);
    }
  }

  /** One request that cannot be applied must not hold up the others: it is found by smaller batches, and set aside. */
  async #recover(error: unknown): Promise<number> {
    if (this.#failure === undefined)
      this.#logger.warn({ why: describeCause(error) }, 'incoming events cannot be worked off; they wait');
    this.#failure = describeCause(error);
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
    if (failures < failuresMax) return idleMs;
    this.#logger.error({ inboxId: id, why: error.message }, 'an incoming event cannot be applied');
    await this.#giveUp(id, error.message);
    return 0;
  }

  async #giveUp(id: string, reason: string): Promise<void> {
    try {
      await giveUpRequest(this.#context, id, reason);
    } catch (error) {
      this.#logger.warn({ inboxId: id, why: describeCause(error) }, 'it could not even be set aside');
    }
  }
}

function describeCause(error: unknown): string {
  return describeError((error as Error).cause ?? error);
}

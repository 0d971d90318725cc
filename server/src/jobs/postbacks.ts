import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { ServiceContext } from '../services/context.ts';
import type { OutboundClient } from '../services/outbound/create-outbound-client.ts';
import { claimPostbacks, leaseMs } from '../services/postbacks/claim-postbacks.ts';
import { measurePostbacks, type PostbackNumbers } from '../services/postbacks/postbacks.ts';
import {
  addCounts,
  noCounts,
  recordAttempts,
  type AttemptCounts,
} from '../services/postbacks/record-attempts.ts';
import { sendPostback, type SentPostback } from '../services/postbacks/send-postback.ts';
import type { ClaimedPostback } from '../store/postbacks/postback-queues.ts';
import type { DueWork } from './due-work.ts';

type Timings = {
  /** Must be longer than it takes to send a request and record its result. */
  leaseMs: number;
  pollMs: number;
  finishMs: number;
};

const defaultTimings: Timings = { leaseMs, pollMs: 250, finishMs: 3_000 };

type PostbackSenderOptions = {
  context: ServiceContext;
  client: OutboundClient;
  due: DueWork;
  logger: Logger;
  timings?: Partial<Timings>;
};

// Maximum number of concurrent requests. The number is high, because each unresponsive receiver can occupy 16 requests
// before it is paused, but lower than the limit of the HTTP client, which rejects any calls above that limit.
const concurrencyMax = 900;
// Attempts that end within this time of each other are recorded together.
const gatherMs = 10;
const measureMs = 15_000;

/** Sends due postbacks. Any number of workers can run at the same time. */
export class PostbackSender {
  readonly counts: AttemptCounts = noCounts();
  numbers: PostbackNumbers = { waiting: 0, oldestDueMs: 0, pausedHosts: 0 };
  readonly #options: PostbackSenderOptions;
  readonly #timings: Timings;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #failureReporter: FailureReporter;
  readonly #sending: Loop;
  readonly #measuring: Loop;
  #finished: SentPostback[] = [];

  constructor(options: PostbackSenderOptions) {
    this.#options = options;
    this.#timings = { ...defaultTimings, ...options.timings };
    this.#failureReporter = new FailureReporter(options.logger, {
      failed: 'failed to send postbacks, retrying',
      resolved: 'resumed sending postbacks',
    });
    this.#sending = new Loop({
      everyMs: this.#timings.pollMs,
      gatherMs,
      waitUntilDue: (signal) => options.due.until('postbacks', signal),
      work: () => this.#work(),
      onFailure: (error) => this.#noteFailure(error),
    });
    this.#measuring = new Loop({ everyMs: measureMs, work: () => this.#measure() });
  }

  /**
   * Waits briefly for running requests. Requests that are still running after that are aborted, recorded as aborted and
   * retried later.
   */
  async stop(): Promise<void> {
    const measured = this.#measuring.stop();
    await this.#sending.stop();
    const timeout = setTimeout(() => this.#abort.abort(), this.#timings.finishMs);
    await Promise.all(this.#running);
    clearTimeout(timeout);
    this.#abort.abort();
    await measured;
    await this.#record().then(
      () => this.#failureReporter.end(),
      (error: unknown) => this.#noteFailure(error),
    );
    this.#options.client.close();
  }

  async #work(): Promise<number> {
    await this.#record();
    const claimed = await this.#claim();
    this.#failureReporter.end();
    return claimed > 0 ? gatherMs : this.#timings.pollMs;
  }

  async #claim(): Promise<number> {
    const { context, client } = this.#options;
    const capacity = concurrencyMax - this.#running.size - this.#finished.length;
    const jobs = await claimPostbacks(context, capacity, this.#timings.leaseMs);
    for (const job of jobs) {
      const work = this.#send(client, job).finally(() => this.#running.delete(work));
      this.#running.add(work);
    }
    return jobs.length;
  }

  async #send(client: OutboundClient, job: ClaimedPostback): Promise<void> {
    const nowMs = this.#options.context.now().getTime();
    const sent = await sendPostback(client, job, { nowMs, signal: this.#abort.signal });
    // `#finished` must not be read into a variable before the request, because `#record` replaces the array.
    this.#finished.push(sent);
    this.#sending.wake();
  }

  async #record(): Promise<void> {
    const batch = this.#finished;
    if (batch.length === 0) return;
    this.#finished = [];
    try {
      addCounts(this.counts, await recordAttempts(this.#options.context, batch));
    } catch (error) {
      this.#finished = [...batch.filter((sent) => this.#isLeased(sent)), ...this.#finished];
      throw error;
    }
  }

  // After the lease has expired, the result is no longer recorded, because another worker sends the postback again.
  #isLeased({ atMs }: SentPostback): boolean {
    return this.#options.context.now().getTime() - atMs < this.#timings.leaseMs;
  }

  /**
   * Measures the queue. Runs in a separate loop, so that sending does not have to wait, and pauses longer after a slow
   * count.
   */
  async #measure(): Promise<number> {
    const startedAt = performance.now();
    // If the database is down, the sending loop reports the failure.
    this.numbers = await measurePostbacks(this.#options.context).catch(() => this.numbers);
    return Math.max(measureMs, 20 * (performance.now() - startedAt));
  }

  // Logs the failure without the URL, which may contain secrets.
  #noteFailure(error: unknown): void {
    this.#failureReporter.note(describeError(error));
  }
}

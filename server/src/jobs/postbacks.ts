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
  /** How long a job is this worker's; longer than a call and its recording take. */
  leaseMs: number;
  /** How often it is looked for what has become due. */
  pollMs: number;
  /** How long a worker that stops waits for answers. */
  finishMs: number;
};

const usualTimings: Timings = { leaseMs, pollMs: 250, finishMs: 3_000 };

type PostbackSenderOptions = {
  context: ServiceContext;
  client: OutboundClient;
  due: DueWork;
  logger: Logger;
  timings?: Partial<Timings>;
};

// Calls at a time, below what the client allows: dead receivers can take 16 each before they are paused.
const roomMax = 900;
// What ends within this time is recorded together.
const gatherMs = 10;
const measureMs = 15_000;

/** Sends what is due, for as long as it is wanted. Any number of workers may do so beside each other. */
export class PostbackSender {
  readonly counts: AttemptCounts = noCounts();
  numbers: PostbackNumbers = { waiting: 0, oldestDueMs: 0, pausedHosts: 0 };
  readonly #options: PostbackSenderOptions;
  readonly #timings: Timings;
  readonly #abort = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #trouble: FailureReporter;
  readonly #sending: Loop;
  readonly #measuring: Loop;
  #ended: SentPostback[] = [];

  constructor(options: PostbackSenderOptions) {
    this.#options = options;
    this.#timings = { ...usualTimings, ...options.timings };
    this.#trouble = new FailureReporter(options.logger, {
      begun: 'postbacks cannot be sent; it is tried again',
      over: 'postbacks are sent again',
    });
    this.#sending = new Loop({
      everyMs: this.#timings.pollMs,
      gatherMs,
      untilDue: (signal) => options.due.until('postbacks', signal),
      work: () => this.#work(),
      onFailure: (error) => this.#noteFailure(error),
    });
    this.#measuring = new Loop({ everyMs: measureMs, work: () => this.#measure() });
  }

  /** What is under way gets a moment to end by itself; what is ended by force is recorded as such, and tried again. */
  async stop(): Promise<void> {
    const measured = this.#measuring.stop();
    await this.#sending.stop();
    const late = setTimeout(() => this.#abort.abort(), this.#timings.finishMs);
    await Promise.all(this.#underWay);
    clearTimeout(late);
    this.#abort.abort();
    await measured;
    await this.#record().then(
      () => this.#trouble.end(),
      (error: unknown) => this.#noteFailure(error),
    );
    this.#options.client.close();
  }

  /** Done again when something has ended, or when something new may have become due. */
  async #work(): Promise<number> {
    await this.#record();
    const claimed = await this.#claim();
    this.#trouble.end();
    return claimed > 0 ? gatherMs : this.#timings.pollMs;
  }

  async #claim(): Promise<number> {
    const { context, client } = this.#options;
    const room = roomMax - this.#underWay.size - this.#ended.length;
    const jobs = await claimPostbacks(context, room, this.#timings.leaseMs);
    for (const job of jobs) {
      const work = this.#send(client, job).finally(() => this.#underWay.delete(work));
      this.#underWay.add(work);
    }
    return jobs.length;
  }

  async #send(client: OutboundClient, job: ClaimedPostback): Promise<void> {
    const nowMs = this.#options.context.now().getTime();
    const sent = await sendPostback(client, job, { nowMs, signal: this.#abort.signal });
    // The list is another one after each recording.
    this.#ended.push(sent);
    this.#sending.wake();
  }

  async #record(): Promise<void> {
    const batch = this.#ended;
    if (batch.length === 0) return;
    this.#ended = [];
    try {
      addCounts(this.counts, await recordAttempts(this.#options.context, batch));
    } catch (error) {
      this.#ended = [...batch.filter((sent) => this.#isOurs(sent)), ...this.#ended];
      throw error;
    }
  }

  /** After the lease another worker sends it again, and records that. */
  #isOurs({ atMs }: SentPostback): boolean {
    return this.#options.context.now().getTime() - atMs < this.#timings.leaseMs;
  }

  /** Beside the sending, which does not wait for it. A count that takes long is followed by a longer pause. */
  async #measure(): Promise<number> {
    const begun = performance.now();
    // If the database is away, the sending says so.
    this.numbers = await measurePostbacks(this.#options.context).catch(() => this.numbers);
    return Math.max(measureMs, 20 * (performance.now() - begun));
  }

  /** URLs are never said: they may hold secrets. */
  #noteFailure(error: unknown): void {
    this.#trouble.note(describeError(error));
  }
}

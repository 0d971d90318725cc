import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
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
  readonly #running: Promise<void>;
  readonly #measuring: Promise<void>;
  #ended: SentPostback[] = [];
  #wake: () => void = () => undefined;
  #isStopped = false;
  #isFailing = false;

  constructor(options: PostbackSenderOptions) {
    this.#options = options;
    this.#timings = { ...usualTimings, ...options.timings };
    this.#running = this.#run();
    this.#measuring = this.#measure();
  }

  /** What is under way gets a moment to end by itself; what is ended by force is recorded as such, and tried again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
    const late = setTimeout(() => this.#abort.abort(), this.#timings.finishMs);
    await Promise.all(this.#underWay);
    clearTimeout(late);
    this.#abort.abort();
    await this.#measuring;
    await this.#attempt(() => this.#record());
    this.#options.client.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const hadWork = await this.#attempt(async () => {
        await this.#record();
        const claimed = await this.#claim();
        return claimed > 0;
      });
      await this.#rest(hadWork === true);
    }
  }

  /** Until something has ended, or for as long as nothing new can be expected to be due. */
  async #rest(hadWork: boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, hadWork ? gatherMs : this.#timings.pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        setTimeout(resolve, this.#isStopped ? 0 : gatherMs);
      };
      if (this.#isStopped || (this.#ended.length > 0 && !this.#isFailing)) this.#wake();
    });
    this.#wake = () => undefined;
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
    if (!this.#isFailing) this.#wake();
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
  async #measure(): Promise<void> {
    while (!this.#isStopped) {
      const begun = performance.now();
      // If the database is away, the sending says so.
      this.numbers = await measurePostbacks(this.#options.context).catch(() => this.numbers);
      const pauseMs = Math.max(measureMs, 20 * (performance.now() - begun));
      await sleep(pauseMs, undefined, { signal: this.#abort.signal, ref: false }).catch(() => undefined);
    }
  }

  /** What is wrong is said once, and once more when it is over. URLs are never said: they may hold secrets. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const { logger } = this.#options;
    try {
      const result = await work();
      if (this.#isFailing) logger.info('postbacks are sent again');
      this.#isFailing = false;
      return result;
    } catch (error) {
      if (!this.#isFailing)
        logger.warn({ why: describeError(error) }, 'postbacks cannot be sent; it is tried again');
      this.#isFailing = true;
      return undefined;
    }
  }
}

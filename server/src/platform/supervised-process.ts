import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';
import { backoffMs } from './retry.ts';

export type RunningProcess = {
  pid: number;
  /** Resolves, with a few words on why, when the process is gone. Never rejects. */
  exited: Promise<string>;
  /** Asks the process to end and waits for it; forces it after its own limit. */
  stop: () => Promise<void>;
  kill: () => void;
};

type KeepOptions<Running> = {
  name: string;
  start: () => Promise<Running>;
  logger: Logger;
  /** Told each time that it ended by itself, or could not be started again. */
  onEnd?: (why: string) => void;
};

// A process that ran this long was healthy: its next failure starts the backoff anew.
const healthyAfterMs = 5_000;

/** Keeps one process running: whatever ends it but `stop` is answered with a new start, with growing pauses. */
export class SupervisedProcess<Running extends RunningProcess = RunningProcess> {
  readonly name: string;
  restarts = 0;
  /** Since when it runs, or does not. */
  since = new Date().toISOString();
  #current: Running | undefined;
  #stopping: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();
  readonly #start: () => Promise<Running>;
  readonly #logger: Logger;
  readonly #onEnd: (why: string) => void;

  constructor(options: KeepOptions<Running>) {
    this.name = options.name;
    this.#start = options.start;
    this.#logger = options.logger;
    this.#onEnd = options.onEnd ?? (() => undefined);
  }

  /** The first start. Its failure is the caller's to report: a machine that cannot start it once will not later. */
  async start(): Promise<Running> {
    const stopping = new AbortController();
    this.#stopping = stopping;
    const starting = this.#start();
    // A stop that comes while it starts waits for it and ends it then.
    this.#loop = starting.then(
      (running) => this.#watch(running, stopping.signal),
      () => undefined,
    );
    return await starting;
  }

  get running(): Running | undefined {
    return this.#current;
  }

  /** Ends it at once, for good. */
  kill(): void {
    this.#stopping?.abort();
    this.#current?.kill();
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#current?.stop();
    await this.#loop;
  }

  #change(running: Running | undefined): void {
    this.#current = running;
    this.since = new Date().toISOString();
  }

  async #watch(first: Running, stopping: AbortSignal): Promise<void> {
    let running: Running | undefined = first;
    let failures = 0;
    for (;;) {
      if (running !== undefined) {
        this.#change(running);
        if (stopping.aborted) await running.stop();
        const startedAt = performance.now();
        const why = await running.exited;
        this.#change(undefined);
        if (stopping.aborted) return;
        this.#logger.error({ process: this.name, why }, `${this.name} ended unexpectedly, starting it again`);
        this.#onEnd(why);
        if (performance.now() - startedAt > healthyAfterMs) failures = 0;
      }
      await sleep(backoffMs(failures), undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return;
      failures += 1;
      running = await this.#startAgain();
    }
  }

  async #startAgain(): Promise<Running | undefined> {
    try {
      const running = await this.#start();
      this.restarts += 1;
      this.#logger.info({ process: this.name, pid: running.pid }, `${this.name} is back`);
      return running;
    } catch (error) {
      const why = describeError(error);
      this.#logger.error({ process: this.name, why }, `${this.name} did not start`);
      this.#onEnd(`did not start: ${why}`);
      return undefined;
    }
  }
}

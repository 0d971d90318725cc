import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';
import { backoffMs } from './retry.ts';

export type RunningProcess = {
  pid: number;
  /** Resolves with the reason after the process has ended. Never rejects. */
  exited: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
};

type SupervisedProcessOptions<Running> = {
  name: string;
  start: () => Promise<Running>;
  logger: Logger;
  onEnd?: (why: string) => void;
};

// A process that ran for this long was healthy, so after its next failure the backoff starts from zero.
const healthyAfterMs = 5_000;

/** Restarts a process with exponential backoff whenever the process ends for any reason other than `stop` or `kill`. */
export class SupervisedProcess<Running extends RunningProcess = RunningProcess> {
  readonly name: string;
  restarts = 0;
  since = new Date().toISOString();
  #current: Running | undefined;
  #stopping: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();
  readonly #start: () => Promise<Running>;
  readonly #logger: Logger;
  readonly #onEnd: (why: string) => void;

  constructor(options: SupervisedProcessOptions<Running>) {
    this.name = options.name;
    this.#start = options.start;
    this.#logger = options.logger;
    this.#onEnd = options.onEnd ?? (() => undefined);
  }

  /**
   * Starts the process. The first start is not retried, because it would probably fail again; the caller handles the
   * failure.
   */
  async start(): Promise<Running> {
    const stopping = new AbortController();
    this.#stopping = stopping;
    const starting = this.#start();
    // If the process is stopped while it starts, `stop` waits until the start is complete and then stops the process.
    this.#loop = starting.then(
      (running) => this.#watch(running, stopping.signal),
      () => undefined,
    );
    return await starting;
  }

  get running(): Running | undefined {
    return this.#current;
  }

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
        this.#logger.error({ process: this.name, why }, `${this.name} exited unexpectedly, restarting`);
        this.#onEnd(why);
        if (performance.now() - startedAt > healthyAfterMs) failures = 0;
      }
      await sleep(backoffMs(failures), undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return;
      failures += 1;
      running = await this.#restart();
    }
  }

  async #restart(): Promise<Running | undefined> {
    try {
      const running = await this.#start();
      this.restarts += 1;
      this.#logger.info({ process: this.name, pid: running.pid }, `${this.name} restarted`);
      return running;
    } catch (error) {
      const why = describeError(error);
      this.#logger.error({ process: this.name, why }, `failed to restart ${this.name}`);
      this.#onEnd(`failed to restart: ${why}`);
      return undefined;
    }
  }
}

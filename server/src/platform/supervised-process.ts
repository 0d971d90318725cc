import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';
import { backoffMs } from './retry.ts';

export type RunningProcess = {
  pid: number;
  /** Resolves with the reason after the process has ended. Never rejects. */
  exited: Promise<string>;
  /** Resolves when the process has ended. A process that has not finished its work after `limitMs` is killed. */
  stop: (limitMs?: number) => Promise<void>;
  kill: () => void;
};

type SupervisedProcessOptions<Running> = {
  name: string;
  // `stopping` is aborted by `stop` and `kill`. A start that takes long should then end the process and reject.
  start: (stopping: AbortSignal) => Promise<Running>;
  logger: Logger;
  onEnd?: (why: string) => void;
};

// A process that ran for this long counts as healthy, so the backoff starts from zero after its next failure.
const healthyAfterMs = 5_000;
// Time for a process to finish its requests after its successor has taken over.
const replacedStopMs = 60_000;

/** Restarts a process with exponential backoff whenever the process ends for any reason other than `stop` or `kill`. */
export class SupervisedProcess<Running extends RunningProcess = RunningProcess> {
  readonly name: string;
  restarts = 0;
  since = new Date().toISOString();
  #current: Running | undefined;
  /** Set while a successor of the current process is starting. Resolves with undefined if the start fails. */
  #starting: Promise<Running | undefined> | undefined;
  /** A successor that has started but has not taken over yet. */
  #successor: Running | undefined;
  /** Processes that are finishing their requests after their successor has taken over. */
  readonly #retired = new Set<Running>();
  #handOver: (successor: Running) => void = () => undefined;
  #isReplacing = false;
  #stopping: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();
  readonly #start: (stopping: AbortSignal) => Promise<Running>;
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
    const starting = this.#start(stopping.signal);
    // If the process is stopped while it starts, `stop` waits until the start has ended and then stops the process.
    this.#loop = starting.then(
      (running) => this.#watch(running, stopping.signal),
      () => undefined,
    );
    return await starting;
  }

  get running(): Running | undefined {
    return this.#current;
  }

  /**
   * Starts a successor, and stops the current process once the successor is ready. `beforeStop` is called in between. If
   * the successor cannot be started or `beforeStop` fails, the current process continues and the error is thrown.
   */
  async replace(beforeStop: (current: Running) => Promise<void> = async () => undefined): Promise<void> {
    const current = this.#current;
    if (current === undefined || this.#isReplacing)
      throw new Error(`${this.name} is already being restarted`);
    this.#isReplacing = true;
    try {
      const successor = await this.#startSuccessor();
      await this.#prepareHandOver(current, successor, beforeStop);
      // If the current process has exited in the meantime, the successor has taken over already.
      if (this.#current !== current) return;
      this.#requireSuccessor(successor);
      this.#successor = undefined;
      this.#retired.add(current);
      this.#handOver(successor);
      await current.stop(replacedStopMs);
      this.#retired.delete(current);
    } finally {
      this.#isReplacing = false;
    }
  }

  kill(): void {
    this.#stopping?.abort();
    for (const process of this.#listRunning()) process.kill();
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    void this.#starting?.then((successor) => successor?.stop());
    await Promise.all(this.#listRunning().map((process) => process.stop()));
    await this.#loop;
  }

  #listRunning(): Running[] {
    return [this.#current, this.#successor, ...this.#retired].filter((process) => process !== undefined);
  }

  async #startSuccessor(): Promise<Running> {
    const starting = this.#start(this.#stopping?.signal ?? AbortSignal.abort());
    this.#starting = starting.catch(() => undefined);
    try {
      const successor = await starting;
      this.#successor = successor;
      void this.#forgetExited(successor);
      return successor;
    } finally {
      this.#starting = undefined;
    }
  }

  async #forgetExited(successor: Running): Promise<void> {
    await successor.exited;
    if (this.#successor === successor) this.#successor = undefined;
  }

  #requireSuccessor(successor: Running): void {
    if (this.#successor !== successor) throw new Error(`the new process of ${this.name} has exited`);
  }

  async #prepareHandOver(
    current: Running,
    successor: Running,
    beforeStop: (current: Running) => Promise<void>,
  ): Promise<void> {
    try {
      if (this.#stopping?.signal.aborted === true) throw new Error(`${this.name} is being stopped`);
      this.#requireSuccessor(successor);
      await beforeStop(current);
    } catch (error) {
      if (this.#successor === successor) {
        this.#successor = undefined;
        await successor.stop();
      }
      throw error;
    }
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
        const successor = Promise.withResolvers<Running>();
        this.#handOver = successor.resolve;
        const end: string | Running = await Promise.race([running.exited, successor.promise]);
        if (typeof end !== 'string') {
          running = end;
          failures = 0;
          continue;
        }
        this.#change(undefined);
        if (stopping.aborted) return;
        this.#logger.error({ process: this.name, why: end }, `${this.name} exited unexpectedly, restarting`);
        this.#onEnd(end);
        if (performance.now() - startedAt > healthyAfterMs) failures = 0;
        running = await this.#takeSuccessor();
        if (running !== undefined) continue;
      }
      await sleep(backoffMs(failures), undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return;
      failures += 1;
      running = await this.#restart(stopping);
      if (running === undefined && stopping.aborted) return;
    }
  }

  async #takeSuccessor(): Promise<Running | undefined> {
    await this.#starting;
    const successor = this.#successor;
    this.#successor = undefined;
    return successor;
  }

  async #restart(stopping: AbortSignal): Promise<Running | undefined> {
    try {
      const running = await this.#start(stopping);
      this.restarts += 1;
      this.#logger.info({ process: this.name, pid: running.pid }, `${this.name} restarted`);
      return running;
    } catch (error) {
      if (stopping.aborted) return undefined;
      const why = describeError(error);
      this.#logger.error({ process: this.name, why }, `failed to restart ${this.name}`);
      this.#onEnd(`failed to restart: ${why}`);
      return undefined;
    }
  }
}

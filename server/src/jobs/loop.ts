import { setTimeout as sleep } from 'node:timers/promises';

/** One step after the other until it is stopped; each says how many milliseconds to wait before the next. */
export class Loop {
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  /** A step must not throw. It is told when it is to come to an end. */
  constructor(step: (signal: AbortSignal) => Promise<number>) {
    this.#running = this.#run(step);
  }

  /** When the step that is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(step: (signal: AbortSignal) => Promise<number>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pauseMs = await step(signal);
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

type LoopOptions = {
  /**
   * Does the work of one run. Returns the pause before the next run in milliseconds, or 0 if there is more work. The
   * signal aborts when the loop stops.
   */
  work: (signal: AbortSignal) => Promise<number | void>;
  /** Interval between starts if `work` returns no pause. Intervals that pass during a run are skipped. */
  everyMs: number;
  startsLater?: boolean;
  /**
   * Waits, after each pause, until there is work to do. The signal aborts when the loop is woken or stops. The loop
   * does not call this function if it already knows of more work, or after a failure.
   */
  waitUntilDue?: (signal: AbortSignal) => Promise<void>;
  /** Delay between waking the loop and the next run, so that events within this time are handled together. */
  gatherMs?: number;
  /** Called with each failure. Without this function, `work` must not fail. */
  onFailure?: (error: unknown) => void;
  retryMs?: (failuresInARow: number) => number;
};

type Pause = { ms: number; ignoresWake: boolean };

/** Runs `work` repeatedly, one run at a time, until stopped. Does not keep the process alive. */
export class Loop {
  readonly #options: LoopOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #failuresInARow = 0;
  #isWoken = false;
  #ignoresWake = false;
  #endPause: () => void = () => undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /**
   * Ends the pause. If a run is in progress, another run follows immediately, because the current run may have missed
   * the new work. The pause after a failure is not shortened, to avoid adding load to a failing system.
   */
  wake(): void {
    this.#isWoken = true;
    if (!this.#ignoresWake) this.#endPause();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endPause();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { startsLater = false, everyMs } = this.#options;
    if (startsLater) await this.#pause({ ms: everyMs, ignoresWake: false });
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      await this.#pause(await this.#work());
    }
  }

  async #work(): Promise<Pause> {
    const { work, everyMs, onFailure, retryMs = () => everyMs } = this.#options;
    const startedAt = performance.now();
    try {
      const ms = await work(this.#stopping.signal);
      this.#failuresInARow = 0;
      return { ms: ms ?? everyMs - ((performance.now() - startedAt) % everyMs), ignoresWake: false };
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure(error);
      this.#failuresInARow += 1;
      return { ms: retryMs(this.#failuresInARow), ignoresWake: true };
    }
  }

  async #pause({ ms, ignoresWake }: Pause): Promise<void> {
    const { gatherMs = 0 } = this.#options;
    if (ignoresWake || !this.#isWoken) await this.#sleep(ms, ignoresWake);
    if (!ignoresWake && !this.#isWoken && ms > 0) await this.#waitForDue();
    if (!ignoresWake && this.#isWoken) await this.#sleep(gatherMs, true);
  }

  async #waitForDue(): Promise<void> {
    const { waitUntilDue } = this.#options;
    if (waitUntilDue === undefined || this.#stopping.signal.aborted) return;
    const waiting = new AbortController();
    this.#endPause = () => waiting.abort();
    await waitUntilDue(waiting.signal);
    this.#endPause = () => undefined;
  }

  async #sleep(ms: number, ignoresWake: boolean): Promise<void> {
    if (ms <= 0 || this.#stopping.signal.aborted) return;
    this.#ignoresWake = ignoresWake;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = () => undefined;
  }
}

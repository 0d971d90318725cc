type LoopOptions = {
  /**
   * May say how many milliseconds to rest after it, 0 where there is more to do. It is told when it is to come to an end.
   */
  work: (signal: AbortSignal) => Promise<number | void>;
  /** From one beginning to the next, where the work does not say; beats that pass meanwhile are left out. */
  everyMs: number;
  /** The first beginning is a beat away, too. */
  startsLater?: boolean;
  /**
   * After a rest, it rests on until this tells that there is something to do, or somebody wakes it; not where there is
   * more to do, and not after a failure.
   */
  untilDue?: (signal: AbortSignal) => Promise<void>;
  /** How long to go on resting after a wake: what comes within this time is taken together. */
  gatherMs?: number;
  /** Told of each failure. Without it the work must not fail. */
  onFailure?: (error: unknown) => void;
  /** How long to rest after so many failures in a row. */
  retryMs?: (failuresInARow: number) => number;
};

type Rest = { ms: number; isDeaf: boolean };

/** One piece of work after the other, with rests between them, until it is stopped. By itself it keeps no process alive. */
export class Loop {
  readonly #options: LoopOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #failuresInARow = 0;
  #isWoken = false;
  #isDeaf = false;
  #endRest: () => void = () => undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /**
   * Ends the rest. Work that is under way may have begun too early to see what is new, and is done once more. After a
   * failure it rests all the same: what is in trouble is left in peace.
   */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isDeaf) this.#endRest();
  }

  /** When what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endRest();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { startsLater = false, everyMs } = this.#options;
    if (startsLater) await this.#rest({ ms: everyMs, isDeaf: false });
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      await this.#rest(await this.#work());
    }
  }

  async #work(): Promise<Rest> {
    const { work, everyMs, onFailure, retryMs = () => everyMs } = this.#options;
    const begunAt = performance.now();
    try {
      const ms = await work(this.#stopping.signal);
      this.#failuresInARow = 0;
      return { ms: ms ?? everyMs - ((performance.now() - begunAt) % everyMs), isDeaf: false };
    } catch (error) {
      if (onFailure === undefined) throw error;
      onFailure(error);
      this.#failuresInARow += 1;
      return { ms: retryMs(this.#failuresInARow), isDeaf: true };
    }
  }

  async #rest({ ms, isDeaf }: Rest): Promise<void> {
    const { gatherMs = 0 } = this.#options;
    if (isDeaf || !this.#isWoken) await this.#sleep(ms, isDeaf);
    if (!isDeaf && !this.#isWoken && ms > 0) await this.#waitForDue();
    if (!isDeaf && this.#isWoken) await this.#sleep(gatherMs, true);
  }

  async #waitForDue(): Promise<void> {
    const { untilDue } = this.#options;
    if (untilDue === undefined || this.#stopping.signal.aborted) return;
    const waiting = new AbortController();
    this.#endRest = () => waiting.abort();
    await untilDue(waiting.signal);
    this.#endRest = () => undefined;
  }

  async #sleep(ms: number, isDeaf: boolean): Promise<void> {
    if (ms <= 0 || this.#stopping.signal.aborted) return;
    this.#isDeaf = isDeaf;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endRest = () => undefined;
  }
}

import type { Logger } from './logger.ts';

type TroubleWords = {
  begun: string;
  over: string;
  /** Said again when it is something else. */
  isEachCauseSaid?: boolean;
};

/** What is wrong with work that goes on all the same: said once, and once more when it is over. */
export class FailureReporter {
  readonly #logger: Logger;
  readonly #words: TroubleWords;
  #why: string | undefined;

  constructor(logger: Logger, words: TroubleWords) {
    this.#logger = logger;
    this.#words = words;
  }

  /** What is wrong right now; undefined where nothing is. */
  get why(): string | undefined {
    return this.#why;
  }

  note(why: string): void {
    const isNew = this.#words.isEachCauseSaid === true ? this.#why !== why : this.#why === undefined;
    if (isNew) this.#logger.warn({ why }, this.#words.begun);
    this.#why = why;
  }

  end(): void {
    if (this.#why !== undefined) this.#logger.info(this.#words.over);
    this.#why = undefined;
  }
}

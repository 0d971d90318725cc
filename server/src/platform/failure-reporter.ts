import type { Logger } from './logger.ts';

type FailureMessages = {
  failed: string;
  resolved: string;
  /** If true, the failure is logged again when its cause changes. */
  logsEachCause?: boolean;
};

/** Logs a failure of ongoing work once when it starts, and once when it is resolved. */
export class FailureReporter {
  readonly #logger: Logger;
  readonly #messages: FailureMessages;
  #why: string | undefined;

  constructor(logger: Logger, messages: FailureMessages) {
    this.#logger = logger;
    this.#messages = messages;
  }

  get why(): string | undefined {
    return this.#why;
  }

  note(why: string): void {
    const isNew = this.#messages.logsEachCause === true ? this.#why !== why : this.#why === undefined;
    if (isNew) this.#logger.warn({ why }, this.#messages.failed);
    this.#why = why;
  }

  end(): void {
    if (this.#why !== undefined) this.#logger.info(this.#messages.resolved);
    this.#why = undefined;
  }
}

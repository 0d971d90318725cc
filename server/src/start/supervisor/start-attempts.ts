import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../platform/errors.ts';
import { FailureReporter } from '../../platform/failure-reporter.ts';
import type { CheckState } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import { OperatorError, type ExitReason } from '../../platform/operator-error.ts';
import { backoffMs } from '../../platform/retry.ts';

type AttemptOptions = {
  // False if nothing could be served in the meantime. Failures then end the start.
  canWait: boolean;
  isStopping: () => boolean;
  logger: Logger;
};

const delayMaxMs = 10_000;

// Only a change by the operator resolves these failures, so the start ends with a message instead of waiting.
const permanentReasons: ReadonlySet<ExitReason> = new Set([
  'usage',
  'configuration',
  'refused',
  'dataDirectory',
  'portTaken',
  'unsupportedPlatform',
]);

// Repeats steps of a start that fail, with exponential backoff, while edges serve visitors from their copy of the
// configuration.
export class StartAttempts {
  readonly #options: AttemptOptions;
  readonly #startedAt = new Date().toISOString();
  readonly #waitingFor = new Map<string, string>();
  #permanentFailure: { error: unknown } | undefined;
  #isDone = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  // Runs a step until it succeeds. Throws if it fails permanently, or if the start should not wait.
  async attempt<Result>(part: string, step: () => Promise<Result>): Promise<Result> {
    const { logger } = this.#options;
    const messages = { failed: `start: waiting for ${part}`, resolved: `start: ${part} is available` };
    const failures = new FailureReporter(logger, { ...messages, logsEachCause: true });
    for (let failed = 1; ; failed += 1) {
      try {
        const result = await step();
        failures.end();
        this.#waitingFor.delete(part);
        return result;
      } catch (error) {
        this.#throwIfFinal(error);
        failures.note(describeError(error));
        if (!this.#waitingFor.has(part)) this.#waitingFor.set(part, new Date().toISOString());
      }
      await sleep(backoffMs(failed, delayMaxMs));
      if (this.#options.isStopping()) throw new Error('Stopped during startup');
      if (this.#permanentFailure !== undefined) throw this.#permanentFailure.error;
    }
  }

  complete(): void {
    this.#isDone = true;
  }

  // Describes what the start is waiting for. Returns no checks after the start.
  checks(): CheckState[] {
    if (this.#isDone) return [];
    const check = { name: 'start', ok: false, essential: true };
    if (this.#waitingFor.size === 0)
      return [{ ...check, since: this.#startedAt, message: 'is not complete yet' }];
    return [...this.#waitingFor].map(([part, since]) => ({
      ...check,
      since,
      message: `is waiting for ${part}`,
    }));
  }

  #throwIfFinal(error: unknown): void {
    const { canWait, isStopping } = this.#options;
    const isPermanent = error instanceof OperatorError && permanentReasons.has(error.reason);
    // Ends other steps that are waiting.
    if (isPermanent) this.#permanentFailure ??= { error };
    if (isPermanent || !canWait || isStopping()) throw error;
  }
}

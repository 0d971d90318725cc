import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { listenToPostgres, type PostgresListener } from '../platform/postgres-listener.ts';
import type { ServiceContext } from '../services/context.ts';
import { publishWaiting } from '../services/publishing/publish-campaigns.ts';
import { publishRequestChannel } from '../store/publishing/publish-requests.ts';
import type { DueWork } from './due-work.ts';

// The bell is rung with each request; this is for bells that nobody heard.
const pollMs = 500;

/**
 * Compiles what waits, as soon as it is asked for. The rows that wait are the queue: they are written with the change
 * itself, any number of changes of one campaign is one row, and workers take different ones.
 */
export class Publisher {
  readonly #context: ServiceContext;
  readonly #logger: Logger;
  readonly #listener: PostgresListener;
  readonly #loop: Loop;

  constructor(context: ServiceContext, url: string, due: DueWork, logger: Logger) {
    this.#context = context;
    this.#logger = logger;
    this.#loop = new Loop({
      everyMs: pollMs,
      untilDue: (signal) => due.until('publishing', signal),
      work: () => this.#publish(),
    });
    const onMessage = () => this.#loop.wake();
    this.#listener = listenToPostgres({ url, channel: publishRequestChannel, onMessage, logger });
  }

  async stop(): Promise<void> {
    await Promise.all([this.#listener.stop(), this.#loop.stop()]);
  }

  async #publish(): Promise<number> {
    try {
      const { compiled, failures } = await publishWaiting(this.#context);
      for (const failure of failures) this.#logger.warn(failure, 'a campaign could not be compiled');
      return compiled > 0 ? 0 : pollMs;
    } catch (error) {
      // Not left to the loop: the bell that says that the database is back is to be heard at once.
      this.#logger.warn({ why: describeError(error) }, 'publishing failed; it is tried again');
      return pollMs;
    }
  }
}

import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { listenToPostgres, type PostgresListener } from '../platform/postgres-listener.ts';
import type { ServiceContext } from '../services/context.ts';
import { publishWaiting } from '../services/publishing/publish-campaigns.ts';
import { publishRequestChannel } from '../store/publishing/publish-requests.ts';
import type { DueWork } from './due-work.ts';

// Polling interval, in case a NOTIFY was missed.
const pollMs = 500;

/**
 * Compiles campaigns as soon as a change is committed. The queue consists of rows that are written in the same
 * transaction as the change. A campaign has only one row, no matter how often it has changed. Each worker takes
 * different rows.
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
      waitUntilDue: (signal) => due.until('publishing', signal),
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
      for (const failure of failures) this.#logger.warn(failure, 'failed to compile a campaign');
      return compiled > 0 ? 0 : pollMs;
    } catch (error) {
      // The error is handled here instead of by the loop, because during its retry delay the loop would ignore the next
      // NOTIFY.
      this.#logger.warn({ why: describeError(error) }, 'failed to publish, retrying');
      return pollMs;
    }
  }
}

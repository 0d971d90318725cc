import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { listenToPostgres, type PostgresListener } from '../platform/postgres-listener.ts';
import type { ServiceContext } from '../services/context.ts';
import { publishWaiting } from '../services/publishing/publish-campaigns.ts';
import { publishRequestChannel } from '../store/publishing/publish-requests.ts';

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
  readonly #polling: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(context: ServiceContext, url: string, logger: Logger) {
    this.#context = context;
    this.#logger = logger;
    const wake = () => this.#wake();
    this.#listener = listenToPostgres({ url, channel: publishRequestChannel, onMessage: wake, logger });
    this.#polling = setInterval(wake, pollMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#polling);
    await this.#listener.stop();
    await this.#running;
  }

  #wake(): void {
    this.#isWoken = true;
    if (!this.#isStopped) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        const { compiled, failures } = await publishWaiting(this.#context);
        for (const failure of failures) this.#logger.warn(failure, 'a campaign could not be compiled');
        this.#isWoken ||= compiled > 0;
      }
    } catch (error) {
      this.#logger.warn({ why: describeError(error) }, 'publishing failed; it is tried again');
    } finally {
      this.#running = undefined;
    }
  }
}

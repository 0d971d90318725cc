import { Loop } from '../platform/loop.ts';
import type { ServiceContext } from '../services/context.ts';
import { listDueQueues, type QueueName } from '../store/queues/due-queues.ts';

const defaultEveryMs = 500;
// Maximum wait, in case the query misses due work.
const maxWaitMs = 5_000;

type Waiter = { queue: QueueName; untilMs: number; notify: () => void };

/**
 * Wakes workers when their queue has due rows. One query covers all queues, because separate queries twice a second
 * would cause more load than everything else in an idle worker.
 */
export class DueWork {
  readonly #context: ServiceContext;
  readonly #waiters = new Set<Waiter>();
  readonly #loop: Loop;

  constructor(context: ServiceContext, everyMs = defaultEveryMs) {
    this.#context = context;
    this.#loop = new Loop({ everyMs, work: () => this.#check() });
  }

  /** Resolves when the queue has due rows, after the maximum wait, or when the signal is aborted. */
  async until(queue: QueueName, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const waiter = { queue, untilMs: performance.now() + maxWaitMs, notify: resolve };
      this.#waiters.add(waiter);
      const cancel = () => {
        this.#waiters.delete(waiter);
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #check(): Promise<void> {
    if (this.#waiters.size === 0) return;
    const due = await this.#listDue();
    for (const waiter of this.#waiters) {
      if (due?.has(waiter.queue) === false && waiter.untilMs > performance.now()) continue;
      this.#waiters.delete(waiter);
      waiter.notify();
    }
  }

  // Returns undefined if the database is down. Each worker then tries to work, fails and reports the failure.
  async #listDue(): Promise<Set<QueueName> | undefined> {
    const { database, now } = this.#context;
    try {
      return await database.readAsSystem((executor) => listDueQueues(executor, now()), 'queue');
    } catch {
      return undefined;
    }
  }
}

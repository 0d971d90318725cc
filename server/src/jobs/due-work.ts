import { Loop } from '../platform/loop.ts';
import type { ServiceContext } from '../services/context.ts';
import { listDueQueues, type QueueName } from '../store/queues/due-queues.ts';

const usualEveryMs = 500;
// What no question sees is found by those who look for themselves now and then.
const longestMs = 5_000;

type Waiting = { queue: QueueName; untilMs: number; tell: () => void };

/**
 * Tells those who work off queues when something of theirs is due. It asks once for all of them: each for itself, twice
 * a second, took more than everything else that a worker does which has nothing to do.
 */
export class DueWork {
  readonly #context: ServiceContext;
  readonly #waiting = new Set<Waiting>();
  readonly #loop: Loop;

  constructor(context: ServiceContext, everyMs = usualEveryMs) {
    this.#context = context;
    this.#loop = new Loop({ everyMs, work: () => this.#look() });
  }

  /** Until something of it is due, or it is time to look without being told, or the signal says that nobody waits. */
  async until(queue: QueueName, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const waiting = { queue, untilMs: performance.now() + longestMs, tell: resolve };
      this.#waiting.add(waiting);
      const leave = () => {
        this.#waiting.delete(waiting);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const due = await this.#listDue();
    for (const waiting of this.#waiting) {
      if (due?.has(waiting.queue) === false && waiting.untilMs > performance.now()) continue;
      this.#waiting.delete(waiting);
      waiting.tell();
    }
  }

  /** Undefined where the database is away: whoever finds so by working says it. */
  async #listDue(): Promise<Set<QueueName> | undefined> {
    const { database, now } = this.#context;
    try {
      return await database.readAsSystem((executor) => listDueQueues(executor, now()), 'queue');
    } catch {
      return undefined;
    }
  }
}

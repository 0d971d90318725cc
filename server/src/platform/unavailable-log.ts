import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';

type LogLines = Pick<Logger, 'warn' | 'info'>;
type Outage = { refused: number; timer: NodeJS.Timeout };

const quietMs = 10_000;

/**
 * Logs why requests are refused during an outage: once when the outage starts and, after no request has been refused
 * for a while, once more with the number of refused requests. Without this class, the same line would be logged for
 * thousands of refused requests.
 */
export class UnavailableLog {
  readonly #logger: LogLines;
  readonly #outages = new Map<string, Outage>();

  constructor(logger: LogLines) {
    this.#logger = logger;
  }

  note({ message, cause }: Error): void {
    const outage = this.#outages.get(message);
    if (outage !== undefined) {
      outage.refused += 1;
      outage.timer.refresh();
      return;
    }
    const why = cause === undefined ? message : describeError(cause);
    this.#logger.warn({ why }, `refusing requests: ${message}`);
    const timer = setTimeout(() => this.#end(message), quietMs).unref();
    this.#outages.set(message, { refused: 1, timer });
  }

  #end(message: string): void {
    const refused = this.#outages.get(message)?.refused;
    this.#outages.delete(message);
    this.#logger.info({ refused }, `accepting requests again, resolved: ${message}`);
  }
}

const logs = new WeakMap<object, UnavailableLog>();

export function unavailableLogOf(server: object, logger: LogLines): UnavailableLog {
  const log = logs.get(server) ?? new UnavailableLog(logger);
  logs.set(server, log);
  return log;
}

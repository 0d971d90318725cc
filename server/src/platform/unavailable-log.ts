import { describeError } from './errors.ts';
import type { Logger } from './logger.ts';

type LogLines = Pick<Logger, 'warn' | 'info'>;
type Episode = { refused: number; timer: NodeJS.Timeout };

const quietMs = 10_000;

/**
 * Logs why requests are refused while something is away: once when it begins, and once, with their number, when none was
 * refused for a while. Each of thousands of refused requests would say the same.
 */
export class UnavailableLog {
  readonly #logger: LogLines;
  readonly #episodes = new Map<string, Episode>();

  constructor(logger: LogLines) {
    this.#logger = logger;
  }

  note({ message, cause }: Error): void {
    const episode = this.#episodes.get(message);
    if (episode !== undefined) {
      episode.refused += 1;
      episode.timer.refresh();
      return;
    }
    const why = cause === undefined ? message : describeError(cause);
    this.#logger.warn({ why }, `requests are refused: ${message}`);
    const timer = setTimeout(() => this.#end(message), quietMs).unref();
    this.#episodes.set(message, { refused: 1, timer });
  }

  #end(message: string): void {
    const refused = this.#episodes.get(message)?.refused;
    this.#episodes.delete(message);
    this.#logger.info({ refused }, `no more requests are refused: ${message}`);
  }
}

const logs = new WeakMap<object, UnavailableLog>();

/** The one log of a server, whichever part of it refuses. */
export function unavailableLogOf(server: object, logger: LogLines): UnavailableLog {
  const log = logs.get(server) ?? new UnavailableLog(logger);
  logs.set(server, log);
  return log;
}

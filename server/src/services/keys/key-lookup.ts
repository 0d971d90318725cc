import { findKeysByLocator, type LocatedKey } from '../../store/api-keys.ts';
import type { Database } from '../../store/database.ts';

type Waiting = {
  locator: string;
  resolve: (key: LocatedKey | undefined) => void;
  reject: (error: unknown) => void;
};

// One that is slow does not hold up the rest; more than a few would take the connections that the requests need.
const statementsMax = 2;
const batchMax = 200;

/**
 * Finds keys by their locators. Requests that come while a statement is under way share the next one; none is answered
 * by a statement that began before it came, so that a revoked key stops with the very next request.
 */
export class KeyLookup {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(locator: string): Promise<LocatedKey | undefined> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ locator, resolve, reject });
      if (this.#running < statementsMax) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running += 1;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      await this.#answer(batch);
    }
    this.#running -= 1;
  }

  async #answer(batch: Waiting[]): Promise<void> {
    try {
      const locators = [...new Set(batch.map(({ locator }) => locator))];
      const keys = await this.#database.asLogin((executor) => findKeysByLocator(executor, locators));
      const byLocator = new Map(keys.map((key) => [key.locator, key]));
      for (const { locator, resolve } of batch) resolve(byLocator.get(locator));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

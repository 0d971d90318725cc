import { setImmediate } from 'node:timers/promises';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

type LoadMany<Key, Value> = (keys: Key[]) => Promise<Map<Key, Value>>;

// Two concurrent loads are allowed, so that one slow load does not block all other lookups. More loads would use
// connections that are needed elsewhere.
const loadsMax = 2;
const batchMax = 200;

/**
 * Combines lookups of single keys into batches: lookups that arrive during a load share the next load. A lookup never
 * gets the result of a load that started earlier, so it never sees a state from before its call.
 */
export class BatchedLookup<Key, Value> {
  readonly #loadMany: LoadMany<Key, Value>;
  #waiting: Waiting<Key, Value>[] = [];
  #loads = 0;

  constructor(loadMany: LoadMany<Key, Value>) {
    this.#loadMany = loadMany;
  }

  async find(key: Key): Promise<Value | undefined> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#loads < loadsMax) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#loads += 1;
    // Combines requests that were read from their sockets in the same turn of the event loop.
    await setImmediate();
    while (this.#waiting.length > 0) await this.#loadBatch(this.#waiting.splice(0, batchMax));
    this.#loads -= 1;
  }

  async #loadBatch(batch: Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#loadMany([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

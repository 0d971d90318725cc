import { setImmediate } from 'node:timers/promises';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
};

/** All values that there are for these keys. */
type LoadMany<Key, Value> = (keys: Key[]) => Promise<Map<Key, Value>>;

// One that is slow does not hold up the rest; more than a few would take the connections that others need.
const loadsMax = 2;
const batchMax = 200;

/**
 * Looks up one value at a time for each caller and many at a time in truth: who comes while a load is under way shares
 * the next one. None is answered by a load that began before it came, so that nobody sees an older state than the one
 * at the moment of asking.
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
    // Requests that were read from their sockets in the same turn go together.
    await setImmediate();
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0, batchMax));
    this.#loads -= 1;
  }

  async #answer(batch: Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#loadMany([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

import { markKeysUsed } from '../../store/accounts/api-keys.ts';
import type { Database } from '../../store/database/database.ts';

const keysNotedMax = 50_000;

/** When each key was last used, gathered in memory and written together: no request waits for it or writes by itself. */
export class KeyUsage {
  readonly #database: Database;
  #noted = new Map<string, Date>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(keyId: string, at: Date): void {
    if (this.#noted.size < keysNotedMax || this.#noted.has(keyId)) this.#noted.set(keyId, at);
  }

  /** What cannot be written now is kept for the next time, unless a newer use came in between. */
  async flush(): Promise<void> {
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    try {
      await this.#database.asSystem((executor) => markKeysUsed(executor, noted));
    } catch (error) {
      this.#noted = new Map([...noted, ...this.#noted]);
      throw error;
    }
  }
}

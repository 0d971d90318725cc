import { networkOf } from '../../domain/address-network.ts';
import { markKeysUsed, type KeyUse } from '../../store/accounts/api-keys.ts';
import type { Database } from '../../store/database/database.ts';

const keysNotedMax = 50_000;

/** When and from where each key was last used, gathered in memory and written together: no request waits for it or writes by itself. */
export class KeyUsage {
  readonly #database: Database;
  #noted = new Map<string, KeyUse>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(keyId: string, at: Date, address: string): void {
    if (this.#noted.size >= keysNotedMax && !this.#noted.has(keyId)) return;
    this.#noted.set(keyId, { at, network: networkOf(address, { ipv4: 24, ipv6: 48 }) });
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

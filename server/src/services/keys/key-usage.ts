import { networkOf } from '../../domain/address-network.ts';
import { markKeysUsed, type KeyUse } from '../../store/accounts/api-keys.ts';
import type { Database } from '../../store/database/database.ts';

const pendingMax = 50_000;

/**
 * Collects the time of each key's last use in memory and writes all times at once, so that no request waits for the
 * write.
 */
export class KeyUsage {
  readonly #database: Database;
  #pending = new Map<string, KeyUse>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(keyId: string, at: Date, address: string): void {
    if (this.#pending.size >= pendingMax && !this.#pending.has(keyId)) return;
    this.#pending.set(keyId, { at, network: networkOf(address, { ipv4: 24, ipv6: 48 }) });
  }

  /**
   * Writes the collected times. If the write fails, keeps the times for the next flush, except for keys that have been
   * used again since.
   */
  async flush(): Promise<void> {
    const pending = this.#pending;
    if (pending.size === 0) return;
    this.#pending = new Map();
    try {
      await this.#database.asSystem((executor) => markKeysUsed(executor, pending));
    } catch (error) {
      this.#pending = new Map([...pending, ...this.#pending]);
      throw error;
    }
  }
}

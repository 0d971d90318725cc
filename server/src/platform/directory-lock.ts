import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type DirectoryLock = { release: () => void };

const sqliteBusy = 5;

/**
 * One owner per data directory. The lock is the kernel's own file lock, which SQLite takes portably: it vanishes with
 * the process, however that ends, so there is never a stale one to clean up.
 */
export function tryLockDirectory(directory: string): DirectoryLock | undefined {
  const file = join(directory, 'lock');
  // Made first, for its owner only: whoever can open the file can also hold the lock.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

export async function lockDirectory(
  directory: string,
  timeoutMs: number,
): Promise<DirectoryLock | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLockDirectory(directory);
    if (lock !== undefined || performance.now() >= deadline) return lock;
    await sleep(50);
  }
}

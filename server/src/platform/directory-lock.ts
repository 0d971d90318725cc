import { closeSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type DirectoryLock = { release: () => void };

const sqliteBusy = 5;
// Files that this process has locked. They must not be opened again, because closing any descriptor of a file releases
// all locks that the process has on it.
const heldFiles = new Set<string>();

/**
 * Locks a data directory, so that only one process uses it. SQLite is used as a portable way to take the kernel's file
 * lock. The lock is released when the process ends for any reason, so there are no stale locks.
 */
export function tryLockDirectory(directory: string): DirectoryLock | undefined {
  const file = join(realpathSync(directory), 'lock');
  if (heldFiles.has(file)) return undefined;
  // The file is created first, with owner-only permissions, because any process that can open the file can also take
  // the lock.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
  heldFiles.add(file);
  return {
    release: () => {
      heldFiles.delete(file);
      database.close();
    },
  };
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

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory, type DirectoryLock } from '../platform/directory-lock.ts';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { makeDirectory } from '../platform/make-directory.ts';

type LongTask = 'backup' | 'move' | 'upgrade';

// Lets only one task at a time read all data of an installation. Returns the name of the running task if there is one.
// Does nothing on machines without a data directory.
export async function beginLongTask(
  dataDirectory: string,
  task: LongTask,
): Promise<DirectoryLock | { running: string }> {
  if (!existsSync(dataDirectory)) return { release: () => undefined };
  const folder = join(dataDirectory, 'run', 'task');
  const file = join(folder, 'task.json');
  makeDirectory(folder, 0o700);
  const lock = await lockDirectory(folder, 1_000);
  if (lock === undefined) {
    const { task: running = 'task' } = (readRunFile(file) ?? {}) as { task?: string };
    return { running };
  }
  writeJsonFile(file, { task });
  return lock;
}

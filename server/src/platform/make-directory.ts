import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. Does not use Node's `recursive` option, because Node never returns for a
 * path such as `/proc/x`, whose parent exists but returns ENOENT.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (
    let ancestor = path;
    !existsSync(ancestor) && dirname(ancestor) !== ancestor;
    ancestor = dirname(ancestor)
  )
    missing.unshift(ancestor);
  for (const directory of missing)
    try {
      mkdirSync(directory, { mode });
    } catch (error) {
      // Another process may have created the directory.
      if (!existsSync(directory)) throw error;
    }
}

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and the parents that are missing. Node's own `recursive` never returns for a place such as
 * `/proc/x`, where the parent exists and still answers ENOENT.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const one of missing)
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process was faster.
      if (!existsSync(one)) throw error;
    }
}

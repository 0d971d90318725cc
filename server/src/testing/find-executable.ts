import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findExecutable(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    // Directories can also have the executable bit.
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

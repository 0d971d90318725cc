import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemCode } from './errors.ts';

/** Undefined where the file does not exist; a damaged one throws. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a run noted for the next one. A note that cannot be read is worth as much as none: it is only a hint. */
export function readRunFile(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch {
    return undefined;
  }
}

/** Readable by the owner only, and never half written: a crash leaves the old file or the new one. */
export function writeJsonFile(path: string, value: unknown): void {
  writePrivateFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

export function writePrivateFile(path: string, text: string): void {
  writeWholeFile(path, text, 0o600);
}

/** A crash leaves the old file or the new one; without a mode, readable by whom the folder's owner lets. */
export function writeWholeFile(path: string, text: string, mode?: number): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    const descriptor = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

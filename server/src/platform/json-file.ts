import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemCode } from './errors.ts';

/** Returns undefined if the file does not exist. Throws if the file is damaged. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a file that an earlier run left as a hint. Returns undefined if the file cannot be read. */
export function readRunFile(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch {
    return undefined;
  }
}

export function writeJsonFile(path: string, value: unknown): void {
  writePrivateFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

export function writePrivateFile(path: string, text: string): void {
  writeFileAtomically(path, text, 0o600);
}

/**
 * Writes a file atomically: after a crash, the file has either the old or the new content. Without `mode`, the umask
 * applies.
 */
export function writeFileAtomically(path: string, text: string, mode?: number): void {
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

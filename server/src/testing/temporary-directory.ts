import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a directory that is removed when the current test ends. */
export function makeTemporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-unit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

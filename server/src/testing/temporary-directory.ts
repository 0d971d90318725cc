import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder for the test that runs now; it is removed when the test ends, however it ends. */
export function makeTemporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-unit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

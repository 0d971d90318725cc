import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function makeTemporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'waypost-unit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

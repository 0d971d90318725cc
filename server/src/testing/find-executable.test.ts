import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { findExecutable } from './find-executable.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

it('findExecutable returns the first executable file and skips directories and other files', () => {
  const directory = makeTemporaryDirectory();
  const folders = ['absent', 'folder', 'text', 'first', 'second'].map((name) => join(directory, name));
  const [, folder = '', text = '', first = '', second = ''] = folders;
  mkdirSync(join(folder, 'browser'), { recursive: true });
  for (const path of [text, first, second]) mkdirSync(path);
  writeFileSync(join(text, 'browser'), '', { mode: 0o644 });
  for (const path of [first, second]) writeFileSync(join(path, 'browser'), '', { mode: 0o755 });
  expect(findExecutable('browser', ['', ...folders].join(delimiter))).toBe(join(first, 'browser'));
  expect(findExecutable('another', folders.join(delimiter))).toBeUndefined();
});

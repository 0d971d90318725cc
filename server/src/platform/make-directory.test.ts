import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { makeDirectory } from './make-directory.ts';

it('makeDirectory creates missing parents with the given mode and accepts an existing directory', () => {
  const root = makeTemporaryDirectory();
  makeDirectory(join(root, 'a', 'b'), 0o700);
  expect(statSync(join(root, 'a', 'b')).mode & 0o777).toBe(0o700);
  makeDirectory(join(root, 'a', 'b'));
  mkdirSync(join(root, 'c'));
  makeDirectory(join(root, 'c', 'd'));
  expect(existsSync(join(root, 'c', 'd'))).toBe(true);
});

it.runIf(existsSync('/proc/self'))('makeDirectory throws if the directory cannot be created', () => {
  expect(() => makeDirectory('/proc/nope/run')).toThrow('ENOENT');
});

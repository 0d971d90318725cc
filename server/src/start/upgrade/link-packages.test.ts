import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { findLayout } from './layout.ts';
import { linkPackages } from './link-packages.ts';

const own = { dependencies: { one: '1.0.0' }, optionalDependencies: { mac: '1.0.0', linux: '1.0.0' } };

function writePackage(folder: string, manifest: object): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

function inode(...path: string[]): number {
  return statSync(join(...path, 'package.json')).ino;
}

test('packages that npm installed beside the package or inside it are linked, and those they require', () => {
  const base = makeTemporaryDirectory();
  const packages = join(base, 'node_modules');
  const running = writePackage(join(packages, 'waypost'), own);
  writePackage(join(packages, 'one'), { version: '2.0.0' });
  writePackage(join(running, 'node_modules', 'one'), { version: '1.0.0', dependencies: { two: '1.0.0' } });
  writePackage(join(packages, 'two'), { version: '1.0.0' });
  writePackage(join(packages, 'linux'), { version: '1.0.0' });
  writePackage(join(packages, 'unrelated'), { version: '1.0.0' });
  const folder = writePackage(join(base, 'next'), own);
  expect(linkPackages(running, folder)).toBe(true);
  const linked = join(folder, 'node_modules');
  expect(inode(linked, 'one')).toBe(inode(running, 'node_modules', 'one'));
  expect(inode(linked, 'two')).toBe(inode(packages, 'two'));
  expect(inode(linked, 'linux')).toBe(inode(packages, 'linux'));
  for (const name of ['mac', 'unrelated', 'waypost']) expect(existsSync(join(linked, name))).toBe(false);
});

test.each([
  ['other versions', { version: '1.0.0' }, { ...own, dependencies: { one: '1.0.1' } }],
  ['a package that is not installed', { version: '0.9.0' }, own],
])('nothing is linked for %s', (_, installed, wanted) => {
  const base = makeTemporaryDirectory();
  const running = writePackage(join(base, 'node_modules', 'waypost'), own);
  writePackage(join(base, 'node_modules', 'one'), installed);
  const folder = writePackage(join(base, 'next'), wanted);
  expect(linkPackages(running, folder)).toBe(false);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

test('releases are outside the folders that npm manages', () => {
  const base = makeTemporaryDirectory();
  const installed = writePackage(join(base, 'app', 'node_modules', 'waypost'), own);
  writePackage(join(base, 'app'), {});
  expect(findLayout(installed).link).toBe(join(base, 'app', 'current'));
  const global = writePackage(join(base, 'lib', 'node_modules', 'waypost'), own);
  expect(findLayout(global).link).toBe(join(base, 'lib', 'waypost', 'current'));
  const upgraded = writePackage(join(base, 'lib', 'waypost', 'releases', '2'), own);
  expect(findLayout(upgraded).link).toBe(join(base, 'lib', 'waypost', 'current'));
  const checkout = writePackage(join(base, 'checkout'), own);
  expect(findLayout(checkout).link).toBe(join(base, 'current'));
});

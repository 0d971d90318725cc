import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { integrationTestsOf } from './mutation-tests.ts';

const root = join(import.meta.dirname, '..');
const folders = new Set(globSync('server/src/services/**/*.ts', { cwd: root }).map(dirname));

it('integrationTestsOf lists tests for every services folder', () => {
  for (const folder of folders) expect([folder, integrationTestsOf(folder)]).not.toEqual([folder, []]);
});

it('integrationTestsOf lists only existing tests', () => {
  const named = [...folders].flatMap(integrationTestsOf);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('integrationTestsOf lists no tests for sources outside the services', () => {
  expect(integrationTestsOf('server/src/domain/conversions')).toEqual([]);
});

import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { integrationTestsOf } from './mutation-tests.ts';

const root = join(import.meta.dirname, '..');
const folders = new Set(globSync('server/src/services/**/*.ts', { cwd: root }).map(dirname));

it('every folder of services names the integration tests that check it', () => {
  for (const folder of folders) expect([folder, integrationTestsOf(folder)]).not.toEqual([folder, []]);
});

it('every test that is named exists', () => {
  const named = [...folders].flatMap(integrationTestsOf);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('sources outside the services have no integration tests of their own', () => {
  expect(integrationTestsOf('server/src/domain/goals')).toEqual([]);
});

import { expect, it } from 'vitest';
import { isLeft } from './use-field-notes.ts';

it('isLeft includes everything below a path that was left, and nothing else', () => {
  const left = new Set(['name', 'rules.1.paths']);
  const paths = ['name', 'rules.1.paths', 'rules.1.paths.0.weight', 'rules.1', 'rules.10.paths', 'names'];
  expect(paths.filter((path) => isLeft(left, path))).toEqual([
    'name',
    'rules.1.paths',
    'rules.1.paths.0.weight',
  ]);
});

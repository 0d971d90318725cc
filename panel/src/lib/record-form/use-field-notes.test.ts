import { expect, it } from 'vitest';
import { isLeft } from './use-field-notes.ts';

it('takes everything in a part that was left for left, and nothing beside it', () => {
  const left = new Set(['name', 'rules.1.paths']);
  const paths = ['name', 'rules.1.paths', 'rules.1.paths.0.weight', 'rules.1', 'rules.10.paths', 'names'];
  expect(paths.filter((path) => isLeft(left, path))).toEqual([
    'name',
    'rules.1.paths',
    'rules.1.paths.0.weight',
  ]);
});

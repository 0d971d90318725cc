import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checks } from './check-sources.ts';
import { readRepository } from './reading/read-repository.ts';
import { describeViolation } from './violation.ts';

const repository = readRepository(join(import.meta.dirname, '..', '..'));

it.each(checks)('$name in this repository', ({ check }) => {
  // The check must fail if it finds no files.
  expect(repository.sources.length).toBeGreaterThan(100);
  expect(check(repository).map(describeViolation)).toEqual([]);
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checks } from './check-sources.ts';
import { readRepository } from './reading/read-repository.ts';
import { describeViolation } from './violation.ts';

const { sources, assets } = readRepository(join(import.meta.dirname, '..', '..'));

it.each(checks)('this repository keeps every rule: $what', ({ check }) => {
  // A listing that comes back empty must not pass for a clean tree.
  expect(sources.length).toBeGreaterThan(100);
  expect(check(sources, assets).map(describeViolation)).toEqual([]);
});

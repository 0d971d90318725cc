import { expect, it } from 'vitest';
import { findSpaceProblem } from './requirements.ts';

const GiB = 1024 ** 3;

it('requires a quarter of the size in PostgreSQL and 512 MiB', () => {
  expect(findSpaceProblem(6 * GiB, 2 * GiB)).toBeUndefined();
  expect(findSpaceProblem(6 * GiB, 2 * GiB - 1)).toBe(
    'The disk of ClickHouse has 2047 MiB of free space, and the move needs up to 2048 MiB. Nothing was copied.',
  );
});

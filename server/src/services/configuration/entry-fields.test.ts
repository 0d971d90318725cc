import { expect, it } from 'vitest';
import { commonFields, reference } from './entry-fields.ts';

it('a reference to a record has 1 to 200 characters', () => {
  const lengths = [0, 1, 200, 201];
  expect(lengths.map((length) => reference.safeParse('x'.repeat(length)).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('a record without a status is active', () => {
  expect(commonFields.status.parse(undefined)).toBe('active');
});

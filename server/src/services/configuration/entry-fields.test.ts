import { expect, it } from 'vitest';
import { commonFields, reference } from './entry-fields.ts';

it('accepts references of 1 to 200 characters', () => {
  const lengths = [0, 1, 200, 201];
  expect(lengths.map((length) => reference.safeParse('x'.repeat(length)).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('makes a record active if it has no status', () => {
  expect(commonFields.status.parse(undefined)).toBe('active');
});

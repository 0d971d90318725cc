import { expect, it } from 'vitest';
import { countOf } from './output.ts';

it('countOf uses the singular only for a count of one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'visit'))).toEqual(['0 visits', '1 visit', '2 visits']);
});

import { expect, it } from 'vitest';
import { readColumnNames } from './csv-head.ts';

it('readColumnNames reads the first line with any separator', () => {
  expect(readColumnNames('click id,payout\n1,2')).toEqual(['click id', 'payout']);
  expect(readColumnNames('\uFEFF"Click; id";Payout\r\n')).toEqual(['Click; id', 'Payout']);
  expect(readColumnNames('a\tb, c\td')).toEqual(['a', 'b, c', 'd']);
  expect(readColumnNames('"say ""hi""",b')).toEqual(['say "hi"', 'b']);
  expect(readColumnNames('')).toEqual([]);
});

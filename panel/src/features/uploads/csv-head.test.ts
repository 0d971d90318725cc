import { expect, it } from 'vitest';
import { readColumnNames } from './csv-head.ts';

it('readColumnNames reads the first line with any separator', () => {
  expect(readColumnNames('click id,payout\n1,2')).toEqual(['click id', 'payout']);
  expect(readColumnNames('\uFEFF"Click; id";Payout\r\n')).toEqual(['Click; id', 'Payout']);
  expect(readColumnNames('a\tb, c\td')).toEqual(['a', 'b, c', 'd']);
  expect(readColumnNames('"say ""hi""",b')).toEqual(['say "hi"', 'b']);
  expect(readColumnNames('')).toEqual([]);
});

it('readColumnNames skips empty lines and unnamed columns, and trims names', () => {
  expect(readColumnNames('\n  \r\n a ; ; b ;\n1;2;3')).toEqual(['a', 'b']);
});

it('readColumnNames reads a header with a single column', () => {
  expect(readColumnNames('click id')).toEqual(['click id']);
  expect(readColumnNames('"a,b"')).toEqual(['a,b']);
});

it('readColumnNames ignores separators inside quotes', () => {
  expect(readColumnNames('"a,b,c,d";e')).toEqual(['a,b,c,d', 'e']);
});

it('readColumnNames reads a header that is cut off inside a quoted name', () => {
  expect(readColumnNames('a,"unfinished')).toEqual(['a', 'unfinished']);
});

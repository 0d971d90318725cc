import { describe, expect, it } from 'vitest';
import { cell, cells, listCell } from './cells.ts';
import { eventColumns, trafficColumns } from './columns.ts';

describe('a cell', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    ['plain ünï 😀', 'plain ünï 😀'],
    ['a\tb\nc\rd\\e\0f\bg\fh', String.raw`a\tb\nc\rd\\e${'\ufffd'}f\bg\fh`],
    [String.raw`\N`, String.raw`\\N`],
    ['half \ud800 of a pair', 'half \ufffd of a pair'],
  ])('of %j is %j', (text, expected) => {
    expect(cell(text)).toBe(expected);
  });

  it('stands beside others with a tab between', () => {
    expect(cells('a', undefined, 'b\t')).toBe(String.raw`a		b\t`);
  });
});

describe('a list', () => {
  it.each([
    [[], ''],
    [[''], "['']"],
    [['a', 'b'], "['a','b']"],
    [["it's", 'a\\b', 'c\td'], String.raw`['it\'s','a\\b','c\td']`],
  ])('of %j is %j', (texts, expected) => {
    expect(listCell(texts)).toBe(expected);
  });
});

describe('the columns', () => {
  it('have each name once, and those of the edge come first', () => {
    expect(new Set(eventColumns).size).toBe(eventColumns.length);
    expect(eventColumns.slice(0, trafficColumns.length)).toEqual(trafficColumns);
  });
});

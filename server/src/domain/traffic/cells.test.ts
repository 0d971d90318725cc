import { describe, expect, it } from 'vitest';
import { cell, cells, listCell } from './cells.ts';
import { eventColumns, trafficColumns } from './columns.ts';

describe('cell', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['', ''],
    ['plain ünï 😀', 'plain ünï 😀'],
    ['a\tb\nc\rd\\e\0f\bg\fh', String.raw`a\tb\nc\rd\\e${'\ufffd'}f\bg\fh`],
    [String.raw`\N`, String.raw`\\N`],
    ['half \ud800 of a pair', 'half \ufffd of a pair'],
  ])('escapes %j as %j', (text, expected) => {
    expect(cell(text)).toBe(expected);
  });
});

it('cells joins its arguments with tabs', () => {
  expect(cells('a', undefined, 'b\t')).toBe(String.raw`a		b\t`);
});

describe('listCell', () => {
  it.each([
    [[], ''],
    [[''], "['']"],
    [['a', 'b'], "['a','b']"],
    [["it's", 'a\\b', 'c\td'], String.raw`['it\'s','a\\b','c\td']`],
  ])('writes %j as %j', (texts, expected) => {
    expect(listCell(texts)).toBe(expected);
  });
});

describe('eventColumns', () => {
  it('has no duplicates and starts with the edge’s columns', () => {
    expect(new Set(eventColumns).size).toBe(eventColumns.length);
    expect(eventColumns.slice(0, trafficColumns.length)).toEqual(trafficColumns);
  });
});

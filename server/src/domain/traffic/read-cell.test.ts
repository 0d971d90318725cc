import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cell, listCell } from './cells.ts';
import { readCell, readListCell } from './read-cell.ts';

const strange = fc.string({
  unit: fc.constantFrom('\0', '\b', '\t', '\n', '\f', '\r', '\\', "'", ',', '[', ']', 'n', '0', 'ß'),
});
const texts = fc.oneof(strange, fc.string({ unit: 'grapheme' }));
const withoutNul = (text: string) => text.replaceAll('\0', '\u{FFFD}');

it('readCell restores text that cell escaped, except NUL', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(readCell(cell(text))).toBe(withoutNul(text));
    }),
  );
});

it('readListCell restores lists that listCell wrote', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 5 }), (list) => {
      expect(readListCell(listCell(list))).toEqual(list.map(withoutNul));
    }),
  );
});

it('readCell reads NUL in rows of earlier versions', () => {
  expect(readCell(String.raw`a\0b`)).toBe('a\0b');
});

it('readCell reads quotes as ClickHouse escapes them, and returns empty text for a missing cell', () => {
  expect(readCell(String.raw`it\'s`)).toBe("it's");
  expect(readCell(undefined)).toBe('');
});

it('readListCell returns an empty list for a missing cell, an empty cell and a cell with an empty list', () => {
  for (const nothing of [undefined, '', '[]']) expect(readListCell(nothing)).toEqual([]);
  expect(readListCell("['']")).toEqual(['']);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cell, listCell } from './cells.ts';
import { readCell, readListCell } from './read-cell.ts';

const strange = fc.string({
  unit: fc.constantFrom('\0', '\b', '\t', '\n', '\f', '\r', '\\', "'", ',', '[', ']', 'n', '0', 'ß'),
});
const texts = fc.oneof(strange, fc.string({ unit: 'grapheme' }));
const withoutNul = (text: string) => text.replaceAll('\0', '\u{FFFD}');

it('a text that was made a cell is read as the same text, but for NUL, which cannot be kept everywhere', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(readCell(cell(text))).toBe(withoutNul(text));
    }),
  );
});

it('texts that were made one cell are read as the same texts', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 5 }), (list) => {
      expect(readListCell(listCell(list))).toEqual(list.map(withoutNul));
    }),
  );
});

it('what was written with NUL before is still read', () => {
  expect(readCell(String.raw`a\0b`)).toBe('a\0b');
});

it('quotes are read as ClickHouse writes them, and no cell is an empty text', () => {
  expect(readCell(String.raw`it\'s`)).toBe("it's");
  expect(readCell(undefined)).toBe('');
});

it('no cell, an empty one and an empty list are lists without anything', () => {
  for (const nothing of [undefined, '', '[]']) expect(readListCell(nothing)).toEqual([]);
  expect(readListCell("['']")).toEqual(['']);
});

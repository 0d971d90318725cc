import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cell } from './cells.ts';
import { readCell } from './read-cell.ts';

it('a text that was made a cell is read as the same text', () => {
  const strange = fc.string({
    unit: fc.constantFrom('\0', '\b', '\t', '\n', '\f', '\r', '\\', "'", 'n', '0', 'ß'),
  });
  fc.assert(
    fc.property(fc.oneof(strange, fc.string({ unit: 'grapheme' })), (text) => {
      expect(readCell(cell(text))).toBe(text);
    }),
  );
});

it('quotes are read as ClickHouse writes them, and no cell is an empty text', () => {
  expect(readCell(String.raw`it\'s`)).toBe("it's");
  expect(readCell(undefined)).toBe('');
});

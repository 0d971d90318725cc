import { array, assert, constantFrom, integer, property, string, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { CsvReader, delimiters, type CsvRecord } from './csv-reader.ts';

function read(...pieces: string[]): CsvRecord[] {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

const cells = (...pieces: string[]) => read(...pieces).map((record) => record.cells);

it.each<[string, string, string[][]]>([
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons, with commas in cells',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['one column', 'a\n1\n2', [['a'], ['1'], ['2']]],
  [
    'a byte order mark',
    '\uFEFFa,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'Windows line ends',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'classic Mac OS line ends',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes',
    'a,b\n"1,""x""","2\r\n3"\n',
    [
      ['a', 'b'],
      ['1,"x"', '2\r\n3'],
    ],
  ],
  [
    'a quote inside a cell',
    'a,b\nit"s,2',
    [
      ['a', 'b'],
      ['it"s', '2'],
    ],
  ],
  [
    'text after quotes',
    'a,b\n"1"x,2',
    [
      ['a', 'b'],
      ['1x', '2'],
    ],
  ],
  [
    'a quoted header that contains a different delimiter',
    '"a;;;b",c\n1,2',
    [
      ['a;;;b', 'c'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines',
    '\n\na,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty cells',
    'a,b,c\n,,\n"",1,',
    [
      ['a', 'b', 'c'],
      ['', '', ''],
      ['', '1', ''],
    ],
  ],
  ['nothing', '', []],
])('CsvReader reads %s', (_, text, expected) => {
  expect(cells(text)).toEqual(expected);
  expect(cells(...text), 'character by character').toEqual(expected);
});

it('CsvReader returns the line number that each record starts on', () => {
  const records = read('a,b\r\n"1\r\n\r\n2",x\r\n\r\n3,4');
  expect(records.map(({ line }) => line)).toEqual([1, 2, 6]);
});

const shown = (...pieces: string[]) =>
  read(...pieces).map(({ line, cells: found, isBroken }) => (isBroken === true ? line : found));

it.each<[string, string, (string[] | number)[]]>([
  ['to the end of the file', 'a,b\n1,"2', [['a', 'b'], 2]],
  ['without another quote in the file', 'a,b\n1,"2\n3,4\n5,6', [['a', 'b'], 2, ['3', '4'], ['5', '6']]],
  ['before a quoted cell', 'a,b\n1,"2\n3,"4"\n5,6', [['a', 'b'], 2, ['3', '4'], ['5', '6']]],
  ['before a line that starts with a quoted cell', 'a,b\n1,"2\n"3",4\n', [['a', 'b'], 2, ['3', '4']]],
  ['before an empty quoted cell', 'a,b\n1,"2\n3,""\n5,6\n', [['a', 'b'], 2, ['3', ''], ['5', '6']]],
  [
    'before a line that ends with a quote',
    'a,b,c\n1,"2,3\n4,5,6"\n7,8,9',
    [['a', 'b', 'c'], 2, ['4', '5', '6"'], ['7', '8', '9']],
  ],
  ['twice', 'a,b\n1,"2\n3,"4\n5,6', [['a', 'b'], 2, 3, ['5', '6']]],
  [
    'after a quoted cell that spans lines',
    'a,b\n1,"2\n3"\n4,"5\n6,7',
    [['a', 'b'], ['1', '2\n3'], 4, ['6', '7']],
  ],
  ['with Windows line ends', 'a;b\r\n1;"2\r\n3;"4"\r\n', [['a', 'b'], 2, ['3', '4']]],
])('CsvReader rejects only the line with an unclosed quote: %s', (_, text, expected) => {
  expect(shown(text)).toEqual(expected);
  expect(shown(...text), 'character by character').toEqual(expected);
});

it('CsvReader rejects only the line with an unclosed quote, however many lines follow', () => {
  const records = read(`a,b\n1,"${'x,y\n'.repeat(40_000)}5,6\n7,8\n`);
  expect(records.filter(({ isBroken }) => isBroken)).toEqual([{ line: 2, cells: [], isBroken: true }]);
  expect(records).toHaveLength(40_003);
  expect(records.at(-1)).toEqual({ line: 40_003, cells: ['7', '8'] });
});

it('CsvReader rejects only the record with a cell that is too long', () => {
  const records = read(`a,b\n1,${'x'.repeat(70_000)},2\n3,4\n`);
  expect(records.map(({ cells: found, isBroken }) => [found, isBroken])).toEqual([
    [['a', 'b'], undefined],
    [[], true],
    [['3', '4'], undefined],
  ]);
});

// Adds or removes a quote in one line of a file.
function breakOne(lines: readonly string[], which: number, at: number): string[] {
  const target = 1 + (which % (lines.length - 1));
  return lines.map((line, number) => {
    if (number !== target) return line;
    const quotes = [...line.matchAll(/"/g)].map(({ index }) => index);
    const cut = quotes[at % Math.max(1, quotes.length)];
    return cut === undefined ? `"${line}` : line.slice(0, cut) + line.slice(cut + 1);
  });
}

it('CsvReader reads every intact line of a file that has one broken line', () => {
  const cell = string({ unit: constantFrom('a', 'é', '😀', '"', ' ') });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  assert(
    property(
      array(array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
      constantFrom(...delimiters),
      constantFrom('\n', '\r\n', '\r'),
      tuple(integer({ min: 0, max: 20 }), integer({ min: 0, max: 20 })),
      (rows, delimiter, newline, [which, at]) => {
        const table = [['first', 'second'], ...rows];
        const whole = table.map((row) => row.map(quote).join(delimiter));
        const broken = breakOne(whole, which, at);
        const found = read(broken.join(newline));
        for (const [number, row] of table.entries())
          if (broken[number] === whole[number])
            expect(found.find(({ line }) => line === number + 1)?.cells, whole[number]).toEqual(row);
      },
    ),
  );
});

it('CsvReader rejects only the record with a NUL character', () => {
  expect(read('a,b\n1,x\0\n2,y\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [], isBroken: true },
    { line: 3, cells: ['2', 'y'] },
  ]);
});

it('CsvReader reads back any table, with any delimiter and in chunks of any size', () => {
  const cell = string({ unit: constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '\n', '\r', ' ') });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  assert(
    property(
      array(array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }),
      constantFrom(...delimiters),
      constantFrom('\n', '\r\n', '\r'),
      array(integer({ min: 1, max: 8 }), { minLength: 1 }),
      (rows, delimiter, newline, sizes) => {
        const table = [['first', 'second'], ...rows];
        const text = table.map((row) => row.map(quote).join(delimiter)).join(newline);
        const pieces: string[] = [];
        for (let at = 0, n = 0; at < text.length; n += 1) {
          const size = sizes[n % sizes.length] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(cells(...pieces)).toEqual(table);
      },
    ),
  );
});

it('CsvReader accepts a record of 64 KiB including its line endings, but not one character more', () => {
  const record = (length: number) => `1,"${'x'.repeat(length - 7)}\ny"\n`;
  expect(record(64 * 1_024)).toHaveLength(64 * 1_024);
  expect(read(`a,b\n${record(64 * 1_024)}`).map(({ isBroken }) => isBroken)).toEqual([undefined, undefined]);
  expect(read(`a,b\n${record(64 * 1_024 + 1)}3,4\n`).map(({ isBroken }) => isBroken)[1]).toBe(true);
});

it('CsvReader accepts a record of 20 lines, but not one of 21', () => {
  const record = (lines: number) => `1,"${'\n'.repeat(lines - 1)}"\n`;
  expect(read(`a,b\n${record(20)}`)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', '\n'.repeat(19)] },
  ]);
  expect(read(`a,b\n${record(21)}`)[1]).toEqual({ line: 2, cells: [], isBroken: true });
});

import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import { describe, expect, it } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { xlsxPieces } from './xlsx-pieces.ts';

async function* batches(...rows: CsvValue[][][]): AsyncGenerator<CsvValue[][]> {
  for (const batch of rows) yield await Promise.resolve(batch);
}

const table = { header: ['country', 'cost'], formats: ['general', 'amount'] as const };

async function parts(lines: AsyncGenerator<CsvValue[][]>, rowsMax?: number): Promise<Map<string, string>> {
  const pieces: Buffer[] = [];
  for await (const piece of xlsxPieces(table, lines, rowsMax)) pieces.push(piece);
  const file = Buffer.concat(pieces);
  const found = new Map<string, string>();
  let at = file.readUInt32LE(file.length - 6);
  for (let count = file.readUInt16LE(file.length - 12); count > 0; count -= 1) {
    const [size, nameLength, offset] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + nameLength;
    found.set(name, inflateRawSync(file.subarray(start, start + size)).toString());
    at += 46 + nameLength;
  }
  return found;
}

function cellsOf(sheet = ''): string[] {
  return [...sheet.matchAll(/<c\b[^>]*?(?:\/>|>.*?<\/c>)/g)].map(([cell]) => cell.replaceAll(/<[^>]*>/g, ''));
}

describe('xlsxPieces', () => {
  it('writes a workbook with one sheet, with numbers as numbers and text as text', async () => {
    const found = await parts(
      batches(
        [['DE', { digits: '-1.5' }]],
        [
          [null, 2],
          ['=1+1 <&>', null],
        ],
      ),
    );
    expect([...found.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = found.get('xl/worksheets/sheet1.xml');
    expect(cellsOf(sheet)).toEqual(['country', 'cost', 'DE', '-1.5', '', '2', '=1+1 &lt;&amp;&gt;', '']);
    expect(sheet).toContain('<c s="2"><v>-1.5</v></c>');
    expect(sheet).not.toContain('<f>');
  });

  it('writes the header if there are no rows', async () => {
    expect(cellsOf((await parts(batches())).get('xl/worksheets/sheet1.xml'))).toEqual(['country', 'cost']);
  });

  it('continues on another sheet, each with the header', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((name): CsvValue[] => [name, 1]);
    const found = await parts(batches(rows), 3);
    expect(cellsOf(found.get('xl/worksheets/sheet1.xml'))).toEqual(['country', 'cost', 'a', '1', 'b', '1']);
    expect(cellsOf(found.get('xl/worksheets/sheet2.xml'))).toEqual(['country', 'cost', 'c', '1', 'd', '1']);
    expect(found.has('xl/worksheets/sheet3.xml')).toBe(false);
    expect(found.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet2.xml');
  });

  it('fails before the first piece if the first rows fail', async () => {
    async function* failing(): AsyncGenerator<CsvValue[][]> {
      yield await Promise.reject(new Error('too heavy'));
    }
    await expect(xlsxPieces(table, failing()).next()).rejects.toThrow('too heavy');
  });

  it('replaces characters that XML does not allow, and cuts text that is too long for a cell', async () => {
    const long = 'x'.repeat(40_000);
    const found = await parts(
      batches([
        ['a\u0001b\uFFFF\uD800', null],
        [long, null],
      ]),
    );
    const cells = cellsOf(found.get('xl/worksheets/sheet1.xml'));
    // oxlint-disable-next-line no-control-regex
    expect(cells[2]).not.toMatch(/[\u0000-\u0008\uFFFF]/);
    expect(cells[4]).toHaveLength(32_767);
  });
});

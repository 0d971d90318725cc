import { describe, expect, it } from 'vitest';
import { cellOf, readCsvLines, type CsvGroup } from './read-csv-lines.ts';

type Field = 'id' | 'sum';
const format = {
  columns: { id: ['click id', 'cid'], sum: ['amount', 'payout'] },
  required: ['id'],
  isStrict: true,
  groupLines: 2,
} as const;
type Change = { isStrict?: boolean; groupLines?: number; rename?: Record<string, string | null> };

async function read(source: Iterable<string>, change: Change = {}): Promise<CsvGroup<Field>[]> {
  const groups: CsvGroup<Field>[] = [];
  for await (const group of readCsvLines<Field>(source, { ...format, ...change })) groups.push(group);
  return groups;
}

const rows = (groups: CsvGroup<Field>[]) =>
  groups.map(({ header, records }) =>
    records.map((record) => [record.line, cellOf(header, record, 'id'), cellOf(header, record, 'sum')]),
  );

describe('the lines of a file', () => {
  it('are returned in groups, however the file is split into chunks', async () => {
    const file = 'cid,amount\na,1\nb, 2 \nc\nd,4\ne,5\n';
    const expected = [
      [
        [2, 'a', '1'],
        [3, 'b', '2'],
      ],
      [
        [4, 'c', ''],
        [5, 'd', '4'],
      ],
      [[6, 'e', '5']],
    ];
    expect(rows(await read([file]))).toEqual(expected);
    expect(rows(await read([...file]))).toEqual(expected);
  });

  it('are all read from a chunk that is larger than the read size', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `id${at},${at}`);
    const groups = await read([`cid,amount\n${lines.join('\n')}`], { groupLines: 20_000 });
    expect(rows(groups)[0]?.map(([, id, sum]) => `${id},${sum}`)).toEqual(lines);
  });

  it('are missing if there is only a header', async () => {
    expect(await read(['cid,amount\n'])).toEqual([]);
  });

  it('have an empty value for a missing column', async () => {
    expect(rows(await read(['cid\na\n']))).toEqual([[[2, 'a', '']]]);
  });
});

describe('the header of a file', () => {
  it.each([
    ['is missing', '\n', {}],
    ['lacks a required column', 'amount\n1\n', {}],
    ['has two columns for one field', 'cid,click id\na,b\n', {}],
    ['has an unknown column', 'cid,other\na,b\n', {}],
    ['lacks a column that is renamed', 'cid\na\n', { rename: { other: 'sum' } }],
    ['has the same column twice, even if unknown columns are ignored', 'cid,cid\na,b\n', { isStrict: false }],
  ])('is rejected when it %s', async (_, file, change) => {
    await expect(read([file], change)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('may have unknown columns and several columns for one field if reading is not strict', async () => {
    const groups = await read(['cid,click id,other\na,b,c\n'], { isStrict: false });
    expect(rows(groups)).toEqual([[[2, 'a', '']]]);
  });

  it('may have columns that are renamed or ignored', async () => {
    const rename = { 'My sum ': 'sum', other: null };
    expect(rows(await read(['cid,My sum,other\na,1,x\n'], { rename }))).toEqual([[[2, 'a', '1']]]);
  });
});

import { expect, it } from 'vitest';
import { checkLengths } from './check-lengths.ts';
import { madeUpSources } from './reading/made-up-sources.ts';

const linesOf = (count: number) => 'a;\n'.repeat(count);
const refused = (path: string, lines: number, allowed: Record<string, string> = {}) =>
  checkLengths(madeUpSources({ [path]: linesOf(lines) }), allowed);

it('checkLengths allows at most 250 lines in a source file', () => {
  expect(refused('server/src/domain/a.ts', 250)).toEqual([]);
  expect(refused('server/src/domain/a.ts', 251)).toEqual([
    {
      file: 'server/src/domain/a.ts',
      line: 251,
      rule: 'file-length',
      message: '251 lines, 250 at most: split it by topic',
    },
  ]);
});

it('checkLengths allows at most 600 lines in a test', () => {
  expect(refused('server/test/integration/a.test.ts', 600)).toEqual([]);
  expect(refused('server/test/integration/a.test.ts', 601)).toMatchObject([{ line: 601 }]);
});

it('checkLengths counts a last line without a newline', () => {
  const sources = madeUpSources({ 'bench/a.ts': `${linesOf(250)}a;` });
  expect(checkLengths(sources, {})).toHaveLength(1);
});

it('checkLengths allows listed files and generated clients to be longer', () => {
  expect(refused('server/src/store/a.ts', 900, { 'server/src/store/a.ts': 'one table' })).toEqual([]);
  expect(refused('client/a.ts', 3000)).toEqual([]);
});

it('checkLengths reports listed files that are short enough or deleted', () => {
  expect(refused('server/src/store/a.ts', 20, { 'server/src/store/a.ts': 'one table' })).toMatchObject([
    { file: 'server/src/store/a.ts', message: 'is short enough or deleted: remove it from long-files.ts' },
  ]);
  expect(refused('bench/a.ts', 1, { 'bench/gone.ts': 'one table' })).toMatchObject([
    { file: 'bench/gone.ts' },
  ]);
});

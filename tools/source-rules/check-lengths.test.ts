import { expect, it } from 'vitest';
import { checkLengths } from './check-lengths.ts';
import { madeUpSources } from './reading/made-up-sources.ts';

const linesOf = (count: number) => 'a;\n'.repeat(count);
const refused = (path: string, lines: number, allowed: Record<string, string> = {}) =>
  checkLengths(madeUpSources({ [path]: linesOf(lines) }), allowed);

it('a source has at most 250 lines', () => {
  expect(refused('server/src/domain/a.ts', 250)).toEqual([]);
  expect(refused('server/src/domain/a.ts', 251)).toEqual([
    {
      file: 'server/src/domain/a.ts',
      line: 251,
      rule: 'file-length',
      message: '251 lines, of 250 at most: divide it by what its parts are about',
    },
  ]);
});

it('a test has at most 600 lines', () => {
  expect(refused('server/test/integration/a.test.ts', 600)).toEqual([]);
  expect(refused('server/test/integration/a.test.ts', 601)).toMatchObject([{ line: 601 }]);
});

it('a last line without an end counts, too', () => {
  const sources = madeUpSources({ 'bench/a.ts': `${linesOf(250)}a;` });
  expect(checkLengths(sources, {})).toHaveLength(1);
});

it('a file that is listed may be longer, and so may the generated clients', () => {
  expect(refused('server/src/store/a.ts', 900, { 'server/src/store/a.ts': 'one table' })).toEqual([]);
  expect(refused('client/a.ts', 3000)).toEqual([]);
});

it('a file that is listed and need not be is struck off', () => {
  expect(refused('server/src/store/a.ts', 20, { 'server/src/store/a.ts': 'one table' })).toMatchObject([
    { file: 'server/src/store/a.ts', message: 'is short enough or gone: strike it from long-files.ts' },
  ]);
  expect(refused('bench/a.ts', 1, { 'bench/gone.ts': 'one table' })).toMatchObject([
    { file: 'bench/gone.ts' },
  ]);
});

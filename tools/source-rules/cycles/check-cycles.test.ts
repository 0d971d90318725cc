import { describe, expect, it } from 'vitest';
import { madeUpSources } from '../reading/made-up-sources.ts';
import { checkFileCycles, checkFolderCycles } from './check-cycles.ts';

const services = 'server/src/services';

describe('file cycles', () => {
  it.each([
    ['values', `import { b } from './b.ts';`],
    ['types', `import type { B } from './b.ts';`],
    ['re-exports', `export * from './b.ts';`],
    ['dynamic imports', `await import('./b.ts');`],
    ['types taken by import()', `type B = import('./b.ts').B;`],
  ])('are reported for %s', (_way, source) => {
    const sources = madeUpSources({
      'contract/src/a.ts': source,
      'contract/src/b.ts': `import type { A } from './a.ts';`,
    });
    expect(checkFileCycles(sources)).toMatchObject([{ file: 'contract/src/a.ts', rule: 'file-circle' }]);
  });

  it('are reported with all files, lines and a suggestion', () => {
    const sources = madeUpSources({
      'contract/src/c.ts': `import './a.ts';`,
      'contract/src/a.ts': `\nimport './b.ts';`,
      'contract/src/b.ts': `\n\nimport './c.ts';`,
    });
    expect(checkFileCycles(sources)).toEqual([
      {
        file: 'contract/src/a.ts',
        line: 2,
        rule: 'file-circle',
        message:
          'contract/src/a.ts -> contract/src/b.ts -> contract/src/c.ts -> contract/src/a.ts, by contract/src/a.ts:2, ' +
          'contract/src/b.ts:3, contract/src/c.ts:1: move the shared code to a file that imports none of them',
      },
    ]);
  });

  it('are reported if a file imports itself', () => {
    expect(checkFileCycles(madeUpSources({ 'contract/src/a.ts': `import './a.ts';` }))).toHaveLength(1);
  });

  it('are reported separately if they share no edge; otherwise, only the shorter cycle is reported', () => {
    const sources = madeUpSources({
      'contract/src/a.ts': `import './b.ts';`,
      'contract/src/b.ts': `import './a.ts'; import './c.ts';`,
      'contract/src/c.ts': `import './a.ts'; import './d.ts';`,
      'contract/src/d.ts': `import './c.ts';`,
    });
    expect(checkFileCycles(sources).map(({ message }) => message.split(',')[0])).toEqual([
      'contract/src/a.ts -> contract/src/b.ts -> contract/src/a.ts',
      'contract/src/c.ts -> contract/src/d.ts -> contract/src/c.ts',
    ]);
  });

  it('do not include files that only lead into or out of a cycle', () => {
    const sources = madeUpSources({
      'contract/src/a.ts': `import './b.ts'; import './c.ts';`,
      'contract/src/b.ts': `import './d.ts';`,
      'contract/src/c.ts': `import './d.ts';`,
      'contract/src/d.ts': `import 'zod'; import './gone.ts';`,
    });
    expect(checkFileCycles(sources)).toEqual([]);
    const around = madeUpSources({
      'contract/src/in.ts': `import './a.ts';`,
      'contract/src/a.ts': `import './b.ts';`,
      'contract/src/b.ts': `import './a.ts'; import './out.ts';`,
      'contract/src/out.ts': '',
    });
    expect(checkFileCycles(around)).toHaveLength(1);
  });
});

describe('folder cycles', () => {
  it('are reported even if no files form a cycle', () => {
    const sources = madeUpSources({
      [`${services}/campaigns/a.ts`]: `\nimport { b } from '../versions/b.ts';`,
      [`${services}/campaigns/other.ts`]: `import { b } from '../versions/b.ts';`,
      [`${services}/versions/b.ts`]: '',
      [`${services}/versions/deep/c.ts`]: `import type { D } from '../../goals/d.ts';`,
      [`${services}/goals/d.ts`]: `import type { A } from '../campaigns/types.ts';`,
      [`${services}/campaigns/types.ts`]: '',
    });
    expect(checkFileCycles(sources)).toEqual([]);
    expect(checkFolderCycles(sources)).toEqual([
      {
        file: `${services}/campaigns/a.ts`,
        line: 2,
        rule: 'folder-circle',
        message:
          `${services}/campaigns/ -> ${services}/versions/ -> ${services}/goals/ -> ${services}/campaigns/, by ` +
          `${services}/campaigns/a.ts:2 and 1 more, ${services}/versions/deep/c.ts:1, ${services}/goals/d.ts:1: ` +
          'move files so that the folders import each other in only one direction',
      },
    ]);
  });

  it('can include a file outside the folders', () => {
    const context = `${services}/context.ts`;
    const permissions = `${services}/permissions.ts`;
    const people = { [`${services}/people/a.ts`]: `import '../context.ts';`, [permissions]: '' };
    const apart = madeUpSources({
      ...people,
      [context]: '',
      [permissions]: `import './people/b.ts';`,
      [`${services}/people/b.ts`]: '',
    });
    expect(checkFolderCycles(apart)).toEqual([]);
    const tied = madeUpSources({
      ...people,
      [context]: `import './people/b.ts';`,
      [`${services}/people/b.ts`]: '',
    });
    expect(checkFolderCycles(tied)).toMatchObject([{ file: context, line: 1 }]);
  });

  it('are found in each layer', () => {
    const within = 'server/src/traffic/clickhouse';
    const sources = madeUpSources({
      [`${within}/feed/a.ts`]: `import '../reports/b.ts';`,
      [`${within}/reports/b.ts`]: '',
      [`${within}/reports/c.ts`]: `import '../feed/d.ts';`,
      [`${within}/feed/d.ts`]: '',
    });
    expect(checkFolderCycles(sources)).toHaveLength(1);
  });

  it('do not include imports within a folder, between single files or from tests', () => {
    const sources = madeUpSources({
      [`${services}/keys/a.ts`]: `import './sub/b.ts';`,
      [`${services}/keys/sub/b.ts`]: `import '../c.ts';`,
      [`${services}/keys/c.ts`]: '',
      [`${services}/one.ts`]: `import './other.ts';`,
      [`${services}/other.ts`]: `import './one.ts';`,
      [`${services}/users/d.ts`]: `import '../keys/c.ts';`,
      [`${services}/keys/c.test.ts`]: `import '../users/d.ts';`,
    });
    expect(checkFolderCycles(sources)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { madeUpSources } from '../reading/made-up-sources.ts';
import { checkUnused } from './check-unused.ts';
import type { Entry } from './entries.ts';

const offering = 'server/src/domain/offering.ts';
const taking = 'server/src/domain/taking.ts';
const runTaking: Entry = { path: taking, reason: 'run by this test' };

/** Checks example files. By default, one of these files is an entry. */
function findUnused(files: Record<string, string>, entries: readonly Entry[] = [runTaking]): string[] {
  const sources = madeUpSources({ [taking]: '', ...files });
  return checkUnused(sources, entries).map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

describe('checkUnused reports an export that no other file imports', () => {
  const takingNothing = `import type {} from './offering.ts';`;

  it.each([
    ['a function', 'export function a() {}'],
    ['a value', 'export const a = 1;'],
    ['a destructured value', 'export const { b: [a] } = c;'],
    ['a class', 'export class A {}'],
    ['a type', 'export type A = 1;'],
    ['an interface', 'export interface A {}'],
    ['a list of names', 'const a = 1; export { a };'],
    ['a list of types', 'type A = 1; export type { A };'],
    ['a default', 'export default 1;'],
    ['a re-exported value', `export { a } from './taking.ts';`],
    ['a namespace re-export', `export * as all from './taking.ts';`],
  ])('%s', (_kind, source) => {
    expect(findUnused({ [taking]: takingNothing, [offering]: source })).toEqual([
      `${offering}:1 unused-export`,
    ]);
  });

  it('even if its own file uses it, and once if it is overloaded', () => {
    const source = `\nexport function a(): void;\nexport function a(b?: 1) {}\na();`;
    expect(findUnused({ [taking]: takingNothing, [offering]: source })).toEqual([
      `${offering}:2 unused-export`,
    ]);
  });

  it('unless a file imports the module without names', () => {
    expect(findUnused({ [taking]: `import './offering.ts';`, [offering]: 'export const a = 1;' })).toEqual(
      [],
    );
  });

  it('with its name and a suggestion', () => {
    const sources = madeUpSources({
      [taking]: `import { a } from './offering.ts';`,
      [offering]: 'export const a = 1;\nexport const b = 2;',
    });
    expect(checkUnused(sources, [runTaking])).toEqual([
      {
        file: offering,
        line: 2,
        rule: 'unused-export',
        message:
          'no other file imports b: remove the export, or the declaration if this file does not use it either',
      },
    ]);
  });
});

describe('checkUnused recognizes the use of an export', () => {
  const source = 'export const a = 1;';

  it.each([
    ['an import', `import { a } from './offering.ts';`],
    ['an import under another name', `import { a as b } from './offering.ts';`],
    ['a type-only import', `import type { a } from './offering.ts';`],
    ['an inline type import', `import { type a } from './offering.ts';`],
    ['a namespace import', `import * as all from './offering.ts';`],
    ['a type taken by import()', `type A = typeof import('./offering.ts').a;`],
    ['the type of the whole file', `type All = typeof import('./offering.ts');`],
    ['a dynamic import', `const all = await import('./offering.ts');`],
    ['a destructured dynamic import', `const { a } = await import('./offering.ts');`],
    ['a member of a dynamic import', `(await import('./offering.ts')).a;`],
    ['a dynamic import that is passed on', `vi.mock('./other.ts', () => import('./offering.ts'));`],
    ['the module behind a mock', `await vi.importActual('./offering.ts');`],
    ['a require', `require('./offering.ts');`],
  ])('by %s', (_way, importing) => {
    expect(findUnused({ [offering]: source, [taking]: importing })).toEqual([]);
  });

  it.each([
    ['a dynamic import of a different name', `const { b } = await import('./offering.ts');`],
    ['a different member of a dynamic import', `(await import('./offering.ts')).b;`],
    ['a different type taken by import()', `type B = import('./offering.ts').B;`],
    ['a mock of the file', `vi.mock('./offering.ts');`],
  ])('but not by %s', (_way, importing) => {
    expect(findUnused({ [offering]: source, [taking]: importing })).toEqual([`${offering}:1 unused-export`]);
  });

  it('in a test next to the file', () => {
    const test = 'server/src/domain/offering.test.ts';
    expect(findUnused({ [offering]: source, [test]: `import { a } from './offering.ts';` })).toEqual([]);
  });

  it('outside the repository if the entry lists the name', () => {
    const entry = { path: offering, reason: 'made by vitest', exports: ['a'] };
    expect(findUnused({ [offering]: source }, [runTaking, entry])).toEqual([]);
    const more = `${source}\nexport const b = 2;`;
    expect(findUnused({ [offering]: more }, [runTaking, entry])).toEqual([`${offering}:2 unused-export`]);
  });
});

describe('checkUnused recognizes a re-export as a use only if another file imports it', () => {
  const face = 'server/src/domain/index.ts';
  const source = 'export const a = 1;\nexport const b = 2;';

  it.each([`export { a, b as c } from './offering.ts';`, `export { a } from './offering.ts';`])(
    'in %s',
    (handingOn) => {
      const found = findUnused({
        [offering]: source,
        [face]: handingOn,
        [taking]: `import { a } from './index.ts';`,
      });
      expect(found).toContain(`${offering}:2 unused-export`);
      expect(found).not.toContain(`${offering}:1 unused-export`);
    },
  );

  it('even through several files with `export *`', () => {
    const found = findUnused({
      [offering]: source,
      [face]: `export * from './offering.ts';`,
      'server/src/domain/outer.ts': `export * from './index.ts';`,
      [taking]: `import { a } from './outer.ts';`,
    });
    expect(found).toEqual([`${offering}:2 unused-export`]);
  });

  it('and reports a re-export that no file imports', () => {
    const found = findUnused({
      [offering]: 'export const a = 1;',
      [face]: `export { a } from './offering.ts'; export const b = 1;`,
      [taking]: `import { b } from './index.ts';`,
    });
    expect(found).toEqual([`${offering}:1 unused-export`, `${face}:1 unused-export`]);
  });
});

describe('checkUnused reports an unused file', () => {
  it('once, regardless of its exports', () => {
    expect(findUnused({ [offering]: 'export const a = 1; export const b = 2;' })).toEqual([
      `${offering}:1 unused-file`,
    ]);
  });

  it('even if it imports or names itself', () => {
    const source = `import './offering.ts'; join(import.meta.dirname, 'offering.ts');`;
    expect(findUnused({ [offering]: source })).toEqual([`${offering}:1 unused-file`]);
  });

  it.each([
    ['relative to the same folder', `join(import.meta.dirname, 'offering.ts');`],
    ['relative to a parent folder', `path.join(import.meta.dirname, '..', 'domain', 'offering.ts');`],
    ['as a URL', `new URL('./offering.ts', import.meta.url);`],
    ['relative to the root', `join(root, 'server', 'src', 'domain', 'offering.ts');`],
  ])('unless another file names its path %s', (_way, naming) => {
    expect(findUnused({ [offering]: '', [taking]: naming })).toEqual([]);
  });

  it('even if another file contains its path as plain text', () => {
    const naming = `check('server/src/domain/offering.ts'); join(import.meta.dirname, 'sub', 'offering.ts');`;
    expect(findUnused({ [offering]: '', [taking]: naming })).toEqual([`${offering}:1 unused-file`]);
  });

  it('but not tests and files for users to copy', () => {
    const source = 'export const a = 1;';
    expect(findUnused({ 'server/src/domain/a.test.ts': '', 'client/a.ts': source })).toEqual([]);
  });

  it('and entries that do not exist', () => {
    expect(findUnused({}, [runTaking, { path: 'tools/gone.ts', reason: 'was run' }])).toEqual([
      'tools/gone.ts:1 unused-file',
    ]);
  });
});

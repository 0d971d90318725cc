import { expect, it } from 'vitest';
import { checkLoads } from './check-loads.ts';
import { madeUpSources } from './reading/made-up-sources.ts';

const entries = [{ file: 'server/src/main.ts', packages: ['pg'] }];
const check = (files: Record<string, string>) => checkLoads(madeUpSources(files), entries);

it('checkLoads reports a forbidden package with the import chain', () => {
  const found = check({
    'server/src/main.ts': `import { a } from './a.ts';\nimport { Client } from 'pg';`,
    'server/src/a.ts': `export * from './b.ts';`,
    'server/src/b.ts': `import './a.ts';\nimport { sql } from 'kysely';`,
  });
  expect(found).toMatchObject([{ file: 'server/src/b.ts', line: 2, rule: 'lean' }]);
  expect(found[0]?.message).toContain(
    'kysely, but does through server/src/main.ts -> server/src/a.ts -> server/src/b.ts',
  );
});

it.each([
  ['type imports', `import type { Kysely } from 'kysely';`],
  ['dynamic imports', `await import('kysely');`],
  ['Node modules', `import { join } from 'node:path';`],
])('checkLoads ignores %s', (_kind, source) => {
  expect(check({ 'server/src/main.ts': source })).toEqual([]);
});

it('checkLoads reports imports without names', () => {
  expect(check({ 'server/src/main.ts': `import 'kysely';` })).toHaveLength(1);
});

it('checkLoads reports an entry that does not exist', () => {
  expect(check({})).toHaveLength(1);
});

it('checkLoads reports only the packages that are forbidden for the entry', () => {
  const files = { 'server/src/main.ts': `import 'kysely';\nimport { Provider } from 'oidc-provider';` };
  const unwanted = [{ file: 'server/src/main.ts', never: ['oidc-provider'] }];
  expect(checkLoads(madeUpSources(files), unwanted)).toMatchObject([{ line: 2, rule: 'lean' }]);
});

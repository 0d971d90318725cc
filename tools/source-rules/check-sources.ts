import { checkFileCycles, checkFolderCycles } from './cycles/check-cycles.ts';
import { checkExpand } from './check-expand.ts';
import { checkLengths } from './check-lengths.ts';
import { checkLoads } from './check-loads.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkTests } from './check-tests.ts';
import { checkImports } from './directions/check-imports.ts';
import { checkLanguage } from './language/check-language.ts';
import type { Repository } from './reading/read-repository.ts';
import { checkUnused } from './unused/check-unused.ts';
import type { Violation } from './violation.ts';

type Check = (repository: Repository) => Violation[];

export const checks: readonly { name: string; check: Check }[] = [
  { name: 'imports follow the layers', check: ({ sources, assets }) => checkImports(sources, assets) },
  { name: 'every file and export is used', check: ({ sources }) => checkUnused(sources) },
  { name: 'no test is skipped', check: ({ sources }) => checkTests(sources) },
  { name: 'files are short', check: ({ sources }) => checkLengths(sources) },
  { name: 'long-running processes load little', check: ({ sources }) => checkLoads(sources) },
  { name: 'migrations are numbered without gaps', check: ({ assets }) => checkMigrations(assets) },
  {
    name: 'the previous version tolerates migrations',
    check: ({ migrations, releases }) => migrations.flatMap((one) => checkExpand(one, releases)),
  },
  {
    name: 'files do not import each other in a cycle',
    check: ({ sources }) => checkFileCycles(sources),
  },
  {
    name: 'folders do not import each other in a cycle',
    check: ({ sources }) => checkFolderCycles(sources),
  },
  { name: 'texts are in plain English', check: ({ texts }) => checkLanguage(texts) },
];

import { checkFileCycles, checkFolderCycles } from './cycles/check-cycles.ts';
import { checkLengths } from './check-lengths.ts';
import { checkLoads } from './check-loads.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkTests } from './check-tests.ts';
import { checkImports } from './directions/check-imports.ts';
import type { Source } from './reading/read-source.ts';
import { checkUnused } from './unused/check-unused.ts';
import type { Violation } from './violation.ts';

type Check = (sources: readonly Source[], assets: readonly string[]) => Violation[];

export const checks: readonly { what: string; check: Check }[] = [
  { what: 'who may import whom', check: checkImports },
  { what: 'what is there is used', check: (sources) => checkUnused(sources) },
  { what: 'every test runs', check: checkTests },
  { what: 'no file is long', check: (sources) => checkLengths(sources) },
  { what: 'what lives long loads little', check: (sources) => checkLoads(sources) },
  { what: 'migrations are numbered without gaps', check: (_, assets) => checkMigrations(assets) },
  { what: 'files form no circle', check: checkFileCycles },
  { what: 'folders form no circle', check: checkFolderCycles },
];

import type { Import } from './reading/read-imports.ts';
import type { Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

/**
 * Entry file of a process, with the packages that it may load directly or through other files: only `packages`, or any
 * package except `never`.
 */
type LeanEntry = { file: string } & ({ packages: readonly string[] } | { never: readonly string[] });

const leanEntries: readonly LeanEntry[] = [
  // The supervisor runs for months and keeps everything it loads in memory.
  { file: 'server/src/start/supervisor/supervise.ts', packages: ['pg', 'pino'] },
  // Most installations never serve an AI agent, so the libraries for agents must not be loaded at startup.
  {
    file: 'server/src/start/roles/api.ts',
    never: ['oidc-provider', '@modelcontextprotocol/server'],
  },
];

export function checkLoads(sources: readonly Source[], entries = leanEntries): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return entries.flatMap((entry) => {
    if (!byPath.has(entry.file))
      return [{ file: entry.file, line: 1, rule: 'lean', message: 'file not found; update check-loads.ts' }];
    return findForeignLoads(entry, byPath);
  });
}

function findForeignLoads(entry: LeanEntry, byPath: ReadonlyMap<string, Source>): Violation[] {
  const violations: Violation[] = [];
  const ways = new Map([[entry.file, [entry.file]]]);
  // The loop also visits the files that are added to the map while it runs.
  for (const [path, way] of ways) {
    for (const { target, line } of byPath.get(path)?.imports.filter(isLoaded) ?? []) {
      if (target.kind === 'file' && !ways.has(target.path)) ways.set(target.path, [...way, target.path]);
      if (target.kind !== 'package' || target.name.startsWith('node:')) continue;
      if ('packages' in entry ? entry.packages.includes(target.name) : !entry.never.includes(target.name))
        continue;
      const message = `${entry.file} must not load ${target.name}, but does through ${way.join(' -> ')}: split the file, or import the package where it is used`;
      violations.push({ file: path, line, rule: 'lean', message });
    }
  }
  return violations;
}

/** Returns true if the import is loaded at startup. Type imports do not exist at run time. */
function isLoaded({ values, isLazy }: Import): boolean {
  return !isLazy && values.length > 0;
}

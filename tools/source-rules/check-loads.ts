import type { Import } from './reading/read-imports.ts';
import type { Source } from './reading/read-source.ts';
import type { Violation } from './violation.ts';

/** A file that a process begins with, and the packages that it may load by way of whatever files, or may not. */
type LeanEntry = { file: string } & ({ packages: readonly string[] } | { never: readonly string[] });

const leanEntries: readonly LeanEntry[] = [
  // The supervisor lives for months, does little, and keeps what it loads.
  { file: 'server/src/start/supervisor/supervise.ts', packages: ['pg', 'pino'] },
  // Most installations start often and never meet an agent.
  {
    file: 'server/src/start/roles/api.ts',
    never: ['oidc-provider', '@modelcontextprotocol/server'],
  },
];

export function checkLoads(sources: readonly Source[], entries = leanEntries): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return entries.flatMap((entry) => {
    if (!byPath.has(entry.file))
      return [{ file: entry.file, line: 1, rule: 'lean', message: 'is to load little, and is not there' }];
    return findForeignLoads(entry, byPath);
  });
}

function findForeignLoads(entry: LeanEntry, byPath: ReadonlyMap<string, Source>): Violation[] {
  const violations: Violation[] = [];
  const ways = new Map([[entry.file, [entry.file]]]);
  // What is added on the way is walked as well.
  for (const [path, way] of ways) {
    for (const { target, line } of byPath.get(path)?.imports.filter(isLoaded) ?? []) {
      if (target.kind === 'file' && !ways.has(target.path)) ways.set(target.path, [...way, target.path]);
      if (target.kind !== 'package' || target.name.startsWith('node:')) continue;
      if ('packages' in entry ? entry.packages.includes(target.name) : !entry.never.includes(target.name))
        continue;
      const message = `${entry.file} must not load ${target.name}, and does by ${way.join(' -> ')}: take what it needs apart, or import it where it is used`;
      violations.push({ file: path, line, rule: 'lean', message });
    }
  }
  return violations;
}

/** Types are gone when the code runs. */
function isLoaded({ values, isLazy }: Import): boolean {
  return !isLazy && values.length > 0;
}

import { isTestFile, type Source } from '../reading/read-source.ts';
import type { Violation } from '../violation.ts';
import { entries as knownEntries, type Entry } from './entries.ts';
import { findUsedExports, type IsUsed } from './find-used-exports.ts';

// Users copy the generated clients into their own programs, so unused exports are allowed in this folder.
const forOthers = 'client/';

/** Reports files and exports that no other file uses. */
export function checkUnused(
  sources: readonly Source[],
  entries: readonly Entry[] = knownEntries,
): Violation[] {
  const needed = findNeededFiles(sources);
  const isUsed = findUsedExports(sources);
  return [
    ...sources
      .filter(({ path }) => !path.startsWith(forOthers) && !isTestFile(path))
      .flatMap((source) => {
        const entry = entries.find(({ path }) => isAt(source.path, path));
        if (entry === undefined && !needed.has(source.path)) return [unusedFile(source.path)];
        return findUnusedExports(source, isUsed, entry?.exports ?? []);
      }),
    ...entries.filter(({ path }) => !sources.some((source) => isAt(source.path, path))).map(staleEntry),
  ];
}

/** Returns the files that another file imports, runs or reads. */
function findNeededFiles(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap(({ path, imports, namedFiles }) => {
      const imported = imports.flatMap(({ target }) => (target.kind === 'file' ? target.path : []));
      return [...imported, ...namedFiles].filter((needed) => needed !== path);
    }),
  );
}

function findUnusedExports(
  { path, exports }: Source,
  isUsed: IsUsed,
  usedElsewhere: readonly string[],
): Violation[] {
  const unused = exports.filter(
    ({ name }) => name !== '*' && !isUsed(path, name) && !usedElsewhere.includes(name),
  );
  // Overloads, and a type with the same name as a value, count as one export.
  const lineOf = new Map(unused.toReversed().map(({ name, line }) => [name, line]));
  return [...lineOf].toReversed().map(([name, line]) => ({
    file: path,
    line,
    rule: 'unused-export',
    message: `no other file imports ${name}: remove the export, or the declaration if this file does not use it either`,
  }));
}

function unusedFile(path: string): Violation {
  const message =
    'no other file imports it or names its path: delete it, or add it to entries.ts of this rule with the reason';
  return { file: path, line: 1, rule: 'unused-file', message };
}

function staleEntry({ path }: Entry): Violation {
  const message = 'file not found: remove it from entries.ts';
  return { file: path, line: 1, rule: 'unused-file', message };
}

function isAt(path: string, place: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place;
}

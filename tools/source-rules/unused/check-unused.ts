import { isTestFile, type Source } from '../reading/read-source.ts';
import type { Violation } from '../violation.ts';
import { entries as knownEntries, type Entry } from './entries.ts';
import { findUsedExports, type IsUsed } from './find-used-exports.ts';

// People copy the generated clients into programs of their own, so all of them is for others.
const forOthers = 'client/';

/** Every file is used by another one, and so is all that it exports. */
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

/** What another file imports, or names by its path to run or to read it. */
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
  // A function with several signatures, or a type beside its value, is one export.
  const lineOf = new Map(unused.toReversed().map(({ name, line }) => [name, line]));
  return [...lineOf].toReversed().map(([name, line]) => ({
    file: path,
    line,
    rule: 'unused-export',
    message: `no other file imports ${name}: drop the word export, or all of it if this file has no use for it either`,
  }));
}

function unusedFile(path: string): Violation {
  const message =
    'no other file imports it or names its path: delete it, or say in entries.ts of this rule who uses it';
  return { file: path, line: 1, rule: 'unused-file', message };
}

function staleEntry({ path }: Entry): Violation {
  const message = 'is not there: strike it from entries.ts of the rule on unused files';
  return { file: path, line: 1, rule: 'unused-file', message };
}

function isAt(path: string, place: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place;
}

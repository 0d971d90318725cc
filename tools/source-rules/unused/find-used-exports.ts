import type { Source } from '../reading/read-source.ts';

export type IsUsed = (path: string, name: string) => boolean;

/**
 * Finds the exports that other files use. A re-export counts as a use only if another file imports the re-exported
 * name.
 */
export function findUsedExports(sources: readonly Source[]): IsUsed {
  const exportsOf = new Map(sources.map(({ path, exports }) => [path, exports]));
  const used = new Map<string, Set<string>>(sources.map(({ path }) => [path, new Set()]));

  function use(path: string, name: string): void {
    const names = used.get(path);
    if (names === undefined || names.has(name)) return;
    names.add(name);
    for (const one of exportsOf.get(path) ?? []) {
      const isTaken = name === '*' || one.name === '*' || one.name === name;
      if (isTaken && one.from) use(one.from.path, one.name === '*' ? name : one.from.name);
    }
  }

  for (const { imports } of sources) {
    for (const { target, values, types, isReExport } of imports) {
      if (isReExport || target.kind !== 'file') continue;
      for (const name of [...values, ...types]) use(target.path, name);
    }
  }
  return (path, name) => used.get(path)?.has('*') === true || used.get(path)?.has(name) === true;
}

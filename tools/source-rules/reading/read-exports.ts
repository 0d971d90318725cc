import type { ParsedFile } from './parse.ts';
import { resolveImport } from './resolve-import.ts';

export type Export = {
  /** `*` where everything of another file is handed on. */
  name: string;
  line: number;
  /** What is handed on, where it is of another file. */
  from?: { path: string; name: string };
};

/** What a file offers to others, values and types alike. */
export function readExports({ path, module, lineOf }: ParsedFile): Export[] {
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .map(({ start, exportName, importName, moduleRequest }) => {
      const exported = { name: nameOf(exportName), line: lineOf({ start }) };
      const target = moduleRequest ? resolveImport(path, moduleRequest.value) : undefined;
      if (target?.kind !== 'file') return exported;
      return { ...exported, from: { path: target.path, name: nameOf(importName) } };
    });
}

function nameOf({ kind, name }: { kind: string; name: string | null }): string {
  return kind === 'Default' ? 'default' : (name ?? '*');
}

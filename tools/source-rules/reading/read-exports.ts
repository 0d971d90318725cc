import type { ParsedFile } from './parse.ts';
import { resolveImport } from './resolve-import.ts';

export type Export = {
  /** Exported name; `*` stands for `export * from`. */
  name: string;
  line: number;
  /** Original export, if this file re-exports a name from another file. */
  from?: { path: string; name: string };
};

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

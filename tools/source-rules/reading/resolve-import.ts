import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'unresolvable' };

const workspaces: [prefix: string, folder: string][] = [
  ['@waypost/contract/', 'contract/src/'],
  ['@waypost/server/', 'server/'],
  ['@waypost/panel/', 'panel/'],
];

/** Returns the file or package that an import refers to. Paths are relative to the repository root. */
export function resolveImport(fromPath: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    // The part after a question mark is not part of the path. It tells the bundler how to load the file.
    const [file = specifier] = specifier.split('?');
    return { kind: 'file', path: posix.join(posix.dirname(fromPath), file) };
  }
  for (const [prefix, folder] of workspaces) {
    if (specifier.startsWith(prefix)) {
      return { kind: 'file', path: posix.join(folder, specifier.slice(prefix.length)) };
    }
  }
  if (isBuiltin(specifier)) return { kind: 'package', name: `node:${specifier.replace(/^node:/, '')}` };
  const [packageName] = /^(@[\w.-]+\/)?\w[\w.-]*(?=\/|$)/.exec(specifier) ?? [];
  if (packageName === undefined || packageName.startsWith('@waypost/')) return { kind: 'unresolvable' };
  return { kind: 'package', name: packageName };
}

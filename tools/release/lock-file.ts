import { readFileSync } from 'node:fs';

export type LockEntry = {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

// Entries by their paths, such as `node_modules/pg`.
export type Packages = Record<string, LockEntry>;

export function readPackages(file: string): Packages {
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

// Returns the path of the package that `importer` gets when it imports `name`, as Node.js looks it up.
export function resolvePackage(packages: Packages, importer: string, name: string): string | undefined {
  const path = `${importer === '' ? '' : `${importer}/`}node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  if (importer === '') return undefined;
  const parent = importer.slice(0, Math.max(0, importer.lastIndexOf('node_modules/') - 1));
  return resolvePackage(packages, parent, name);
}

type Edge = { to: string; isOptional: boolean };

// Returns the packages that a package depends on, without optional ones that are not in the lock file.
export function listDependencies(packages: Packages, path: string): Edge[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
  const names = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
  const edges: Edge[] = [];
  for (const name of [...names].toSorted()) {
    const isOptional =
      optionalDependencies?.[name] !== undefined || peerDependenciesMeta?.[name]?.optional === true;
    const to = resolvePackage(packages, path, name);
    if (to !== undefined) edges.push({ to, isOptional });
    else if (!isOptional) throw new Error(`${name}, which ${path} needs, is not in the lock file`);
  }
  return edges;
}

// Returns the given packages and everything that they depend on.
export function closureOf(
  packages: Packages,
  paths: readonly string[],
  isFollowed: (edge: Edge) => boolean = () => true,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const edges = listDependencies(packages, path).filter((edge) => isFollowed(edge));
    waiting.push(...edges.map(({ to }) => to));
  }
  return new Set([...found].toSorted());
}

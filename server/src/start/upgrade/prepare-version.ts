import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../platform/directory-lock.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { openLayout, readPrepared, writePrepared, type Layout } from './layout.ts';
import type { VersionSource } from './version-source.ts';

type PrepareOptions = {
  layout: Layout;
  // Folder of the running version.
  root: string;
  onProgress: (step: string, detail: string) => void;
};

// Installs and builds a version in a folder of its own. Does nothing if this was done before.
export async function prepareVersion(source: VersionSource, options: PrepareOptions): Promise<string> {
  const { layout, root, onProgress } = options;
  const lock = await lockDirectory(openLayout(layout).releases, 1_000);
  if (lock === undefined)
    throw new OperatorError('refused', `Another upgrade is preparing a version in ${layout.releases}.`);
  try {
    const folder = join(layout.releases, `${source.version}-${source.id}`);
    if (readPrepared(folder) !== undefined) {
      onProgress('Prepare', `${folder} is ready`);
      return folder;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    onProgress('Prepare', `extracting to ${folder}`);
    source.extract(folder);
    if (hasSamePackages(folder, root)) {
      onProgress('Prepare', 'linking dependencies, which have not changed');
      linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'));
      copyPanel(root, folder);
    }
    onProgress('Prepare', 'installing and building');
    await build(folder);
    makeReadable(folder);
    const preparedAt = new Date().toISOString();
    writePrepared(folder, { version: source.version, source: source.origin, preparedAt });
    onProgress('Prepare', `${folder} is ready`);
    return folder;
  } finally {
    lock.release();
  }
}

function hasSamePackages(folder: string, root: string): boolean {
  if (!existsSync(join(root, 'node_modules'))) return false;
  const [next, running] = [folder, root].map(describePackages);
  return next === running;
}

// Without a lock file, the versions in the manifest are exact.
function describePackages(folder: string): string {
  const lock = join(folder, 'package-lock.json');
  if (existsSync(lock)) return readFileSync(lock, 'utf8');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  return JSON.stringify([manifest['dependencies'], manifest['optionalDependencies']]);
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

// The build keeps the panel if its sources are the same.
function copyPanel(root: string, folder: string): void {
  const built = join(root, 'panel', 'dist');
  if (existsSync(built)) cpSync(built, join(folder, 'panel', 'dist'), { recursive: true });
}

// Root may have a umask that hides new files from the service's user.
function makeReadable(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

// A released package is built already, and has exact dependencies without a lock file.
async function build(folder: string): Promise<void> {
  const file = join(folder, 'bin', 'build.mjs');
  if (existsSync(file)) await runTool(folder, process.execPath, [file]);
  else if (!existsSync(join(folder, 'node_modules'))) await runTool(folder, 'npm', installArguments);
}

const installArguments = [
  'install',
  '--omit=dev',
  '--ignore-scripts',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

async function runTool(folder: string, command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new OperatorError('refused', `Building ${folder} failed. The running version was not changed.`);
}

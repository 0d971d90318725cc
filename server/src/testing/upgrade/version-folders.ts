import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readMigrations } from '../../platform/migrations/read-migrations.ts';

const checkout = join(import.meta.dirname, '..', '..', '..', '..');

// Differences of a version from this checkout: the version number, and the new content of files.
export type Variant = {
  version: string;
  files?: Record<string, (before: string) => string>;
};

type History = 'postgres' | 'clickhouse';

export type Installed = {
  // Contains the folder `releases` and the link `current`.
  base: string;
  link: string;
  command: string;
  // Adds a tag for a version, and returns the repository.
  release: (variant: Variant) => string;
  remove: () => void;
};

// Names a migration that follows those of this checkout. `place` is 1 for the first of them.
export function nameNextMigration(
  name: string,
  { history = 'postgres', place = 1 }: { history?: History; place?: number } = {},
): { version: number; name: string; path: string } {
  const folder = join('server', 'migrations', history);
  const version = readMigrations(join(checkout, folder)).length + place;
  const numbered = `${String(version).padStart(4, '0')}_${name}`;
  return { version, name: numbered, path: join(folder, `${numbered}.sql`) };
}

// Installs this checkout like a version that an upgrade prepared, beside a repository with other versions.
export function installCheckout(): Installed {
  const base = mkdtempSync(join(tmpdir(), 'waypost-upgrade-'));
  const repository = join(base, 'repository');
  prepareFolder(join(base, 'releases', 'first'));
  mkdirSync(repository);
  git(repository, 'init', '--quiet');
  symlinkSync(join('releases', 'first'), join(base, 'current'));
  return {
    base,
    link: join(base, 'current'),
    command: join(base, 'current', 'bin', 'waypost.mjs'),
    release: (variant) => release(repository, variant),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

// Builds this checkout, an earlier commit of it, or a version that differs from it in a folder.
export function prepareFolder(folder: string, from?: { ref: string } | Variant): void {
  copySources(folder, from !== undefined && 'ref' in from ? from.ref : undefined);
  if (from !== undefined && 'version' in from) applyVariant(folder, from);
  linkPackages(folder);
  execFileSync(process.execPath, [join(folder, 'bin', 'build.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] });
}

// A copy of the sources may lack the history.
export function hasCommit(ref: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${ref}^{commit}`], { cwd: checkout }).status === 0;
}

function release(repository: string, variant: Variant): string {
  const { version } = variant;
  for (const name of readdirSync(repository))
    if (name !== '.git') rmSync(join(repository, name), { recursive: true });
  copySources(repository);
  applyVariant(repository, variant);
  git(repository, 'add', '--all', '--force');
  git(repository, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', version);
  git(repository, 'tag', `v${version}`);
  return repository;
}

function applyVariant(folder: string, { version, files = {} }: Variant): void {
  for (const path of ['package.json', 'server/package.json'])
    change(folder, path, (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  for (const [path, edit] of Object.entries(files)) change(folder, path, edit);
}

function change(folder: string, path: string, edit: (before: string) => string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, edit(existsSync(file) ? readFileSync(file, 'utf8') : ''));
}

function copySources(folder: string, ref?: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = ref === undefined ? archiveCheckout() : git(checkout, 'archive', '--format=tar', ref);
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
}

// Includes changes that have not been committed.
function archiveCheckout(): Buffer {
  const listed = git(checkout, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').toString();
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(checkout, path)));
  return execFileSync('tar', ['-cf', '-', '--null', '-T', '-'], {
    cwd: checkout,
    input: paths.join('\0'),
    maxBuffer,
  });
}

// Links each package instead of copying it. The workspaces must be those of the folder.
function linkPackages(folder: string): void {
  const packages = join(checkout, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (name === '.cache' || name === '.vite') continue;
    const target = join(folder, 'node_modules', name);
    if (name === '@waypost')
      cpSync(join(packages, name), target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(packages, name), target);
  }
  const panel = join(checkout, 'panel', 'dist');
  if (existsSync(panel)) cpSync(panel, join(folder, 'panel', 'dist'), { recursive: true });
}

const maxBuffer = 256 * 1024 * 1024;

function git(folder: string, ...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: folder, maxBuffer, stdio: ['ignore', 'pipe', 'pipe'] });
}

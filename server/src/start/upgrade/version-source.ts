import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeError } from '../../platform/errors.ts';
import { isOlder } from '../../platform/migrations/required-version.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { readPrepared } from './layout.ts';

// The files of a version that can be installed. `close` removes what was downloaded.
export type VersionSource = {
  version: string;
  // Differs between builds of the same version.
  id: string;
  // Where a later upgrade without arguments looks for new versions.
  origin: string;
  // Extracts at least the given paths.
  extract: (folder: string, paths?: readonly string[]) => void;
  close: () => void;
};

const newestPackage = 'waypost@latest';
const outputBytesMax = 512 * 1024 * 1024;

const notWaypost = 'This is not a version of Waypost.';

const packageName = /^waypost@[\w.-]+$/;

// Opens a package from a file or from npm, or a tag, branch or commit in a git repository. Without one, the newest
// release.
export function openSource(
  wanted: string | undefined,
  options: { root: string; repository?: string },
): VersionSource {
  if (wanted?.endsWith('.tgz') === true) return openPackage(resolve(wanted), resolve(wanted));
  const isPackage = wanted === undefined && options.repository === undefined && isFromNpm(options.root);
  if (isPackage || (wanted !== undefined && packageName.test(wanted)))
    return downloadPackage(wanted ?? newestPackage);
  const isFolder = wanted !== undefined && existsSync(wanted) && statSync(wanted).isDirectory();
  const origin = options.repository ?? (isFolder ? resolve(wanted) : findOrigin(options.root));
  return openCommit(origin, isFolder ? 'HEAD' : (wanted ?? findNewestTag(origin)));
}

// Versions that were installed from a checkout know their repository.
function isFromNpm(root: string): boolean {
  const source = readPrepared(root)?.source;
  return source === undefined ? !existsSync(join(root, 'server', 'src')) : source === newestPackage;
}

function downloadPackage(name: string): VersionSource {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-download-'));
  try {
    run('npm', ['pack', name, '--silent', '--pack-destination', folder]);
    const [file = ''] = readdirSync(folder);
    return openPackage(join(folder, file), newestPackage);
  } catch (error) {
    throw new OperatorError('refused', `Cannot download ${name} with npm: ${describeError(error)}`, {
      cause: error,
    });
  } finally {
    // The package has been unpacked.
    rmSync(folder, { recursive: true, force: true });
  }
}

function openPackage(file: string, origin: string): VersionSource {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-package-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const id = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
    run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
    const version = readVersion(readFileSync(join(folder, 'package.json'), 'utf8'));
    // Other programs may have the same name.
    if (!existsSync(join(folder, 'server', 'migrations'))) throw new OperatorError('refused', notWaypost);
    const extract: VersionSource['extract'] = (target) => cpSync(folder, target, { recursive: true });
    return { version, id, origin, extract, close };
  } catch (error) {
    close();
    throw new OperatorError('refused', `Cannot read the package ${file}: ${describeError(error)}`, {
      cause: error,
    });
  }
}

function openCommit(origin: string, wanted: string): VersionSource {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-version-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const git = (...args: string[]) => run('git', ['-C', folder, ...args]);
  try {
    git('init', '--quiet', '--bare');
    const commit = fetchCommit(git, origin, wanted);
    const version = readVersion(git('show', `${commit}:package.json`).toString());
    const extract: VersionSource['extract'] = (target, paths = []) => {
      const archive = git('archive', '--format=tar', commit, ...paths);
      run('tar', ['-xf', '-', '-C', target], archive);
    };
    return { version, id: commit.slice(0, 12), origin, extract, close };
  } catch (error) {
    close();
    if (error instanceof OperatorError) throw error;
    const message = `Cannot read ${wanted} from the repository ${origin}: ${describeError(error)}`;
    throw new OperatorError('refused', message, { cause: error });
  }
}

// A server may not offer single commits. Then all branches and tags are fetched.
function fetchCommit(git: (...args: string[]) => Buffer, origin: string, wanted: string): string {
  try {
    git('fetch', '--quiet', '--depth=1', origin, wanted);
    return git('rev-parse', '--verify', 'FETCH_HEAD^{commit}').toString().trim();
  } catch {
    git('fetch', '--quiet', origin, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*');
    return git('rev-parse', '--verify', `${wanted}^{commit}`).toString().trim();
  }
}

function findOrigin(root: string): string {
  const source = readPrepared(root)?.source;
  if (source !== undefined && source !== newestPackage && !source.endsWith('.tgz')) return source;
  const result = spawnSync('git', ['-C', root, 'config', 'remote.origin.url'], { encoding: 'utf8' });
  if (result.status === 0) return result.stdout.trim();
  if (existsSync(join(root, '.git'))) return root;
  throw new OperatorError(
    'usage',
    'This installation is not a git checkout. Pass waypost@VERSION, the package file of the new version, or --repository.',
  );
}

function findNewestTag(origin: string): string {
  const lines = run('git', ['ls-remote', '--tags', '--refs', origin]).toString().split('\n');
  const tags = lines.flatMap((line) => /refs\/tags\/(v?\d+\.\d+\.\d+)$/.exec(line)?.[1] ?? []);
  const newest = tags.toSorted((left, right) => (isOlder(left, right) ? 1 : -1)).at(0);
  if (newest !== undefined) return newest;
  throw new OperatorError(
    'refused',
    `The repository ${origin} has no release tags. Name a branch or commit.`,
  );
}

function readVersion(manifest: string): string {
  const { name, version } = JSON.parse(manifest) as { name?: string; version?: string };
  if (name === 'waypost' && version !== undefined) return version;
  throw new OperatorError('refused', notWaypost);
}

function run(command: string, args: readonly string[], input?: Buffer): Buffer {
  return execFileSync(command, args, {
    maxBuffer: outputBytesMax,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
}

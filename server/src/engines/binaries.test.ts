import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasClickHouse, needsClickHouse } from '../testing/machine.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import {
  findClickHouseLibrary,
  findPostgresBinaries,
  getClickHouseLibrary,
  linkSharedLibraries,
} from './binaries.ts';

const unsupported = [
  ['win32', 'x64'],
  ['freebsd', 'x64'],
  ['linux', 'riscv64'],
] as const;

describe.each(unsupported)('on %s %s', (platform, arch) => {
  it('findPostgresBinaries throws an error that names the variable to set', () => {
    expect(() => findPostgresBinaries(platform, arch)).toThrow(
      expect.objectContaining({
        reason: 'unsupportedPlatform',
        message:
          `No embedded PostgreSQL is installed for this platform (${platform} ${arch}). It is available for Linux (glibc) and macOS ` +
          'on x64 and arm64. Set WAYPOST_DATABASE_URL to use your own server.',
      }),
    );
  });

  it('findClickHouseLibrary returns undefined', () => {
    expect(findClickHouseLibrary(platform, arch)).toBeUndefined();
  });

  it('getClickHouseLibrary throws an error that names both alternatives', () => {
    expect(() => getClickHouseLibrary(platform, arch)).toThrow(
      expect.objectContaining({
        reason: 'unsupportedPlatform',
        message:
          `No ClickHouse library is installed for this platform (${platform} ${arch}). Set WAYPOST_CLICKHOUSE_URL to use your own ` +
          'server, or WAYPOST_TRAFFIC_STORE=postgres for a new data directory.',
      }),
    );
  });
});

describe('linkSharedLibraries', () => {
  function unpackPackage(): string {
    const root = makeTemporaryDirectory();
    const installed = join(findPostgresBinaries().root, '..');
    mkdirSync(join(root, 'native', 'lib'), { recursive: true });
    for (const file of ['package.json', 'native/pg-symlinks.json', 'scripts'])
      cpSync(join(installed, file), join(root, file), { recursive: true });
    for (const { source } of listLinks(root)) writeFileSync(join(root, source), '');
    return root;
  }

  const listLinks = (root: string) =>
    JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as Record<
      'source' | 'target',
      string
    >[];

  const readLinks = (root: string) => listLinks(root).map(({ target }) => readlinkSync(join(root, target)));

  it("creates the same links as the package's install script", () => {
    const [ours, original] = [unpackPackage(), unpackPackage()];
    linkSharedLibraries(ours);
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: original });
    expect(readLinks(ours)).toEqual(readLinks(original));
    expect(readLinks(ours).length).toBeGreaterThan(0);
    // A second call succeeds even though the links already exist.
    linkSharedLibraries(ours);
  });
});

describe('on a supported platform', () => {
  it('findPostgresBinaries returns the binaries and their major version', () => {
    const { root, version, major } = findPostgresBinaries();
    expect(existsSync(`${root}/bin/postgres`)).toBe(true);
    expect(version.startsWith(`${major}.`)).toBe(true);
  });

  it.skipIf(!hasClickHouse)(
    `getClickHouseLibrary returns the library and its version${needsClickHouse}`,
    () => {
      const { path, version } = getClickHouseLibrary();
      expect(existsSync(path)).toBe(true);
      expect(version).toMatch(/^\d{2}\.\d{1,2}\./);
      expect(findClickHouseLibrary()).toEqual({ path, version });
    },
  );
});

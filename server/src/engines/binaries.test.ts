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
  it('PostgreSQL is missing, and the sentence names the variable to set', () => {
    expect(() => findPostgresBinaries(platform, arch)).toThrow(
      expect.objectContaining({
        reason: 'unsupportedPlatform',
        message:
          `npm has installed no PostgreSQL for this machine (${platform} ${arch}): Waypost brings one along for Linux (glibc) and macOS, ` +
          'on x64 and arm64, as far as the package registry has it; set WAYPOST_DATABASE_URL to a server of your own.',
      }),
    );
  });

  it('ClickHouse is missing, which is no fault: traffic can be kept without it', () => {
    expect(findClickHouseLibrary(platform, arch)).toBeUndefined();
  });

  it('where ClickHouse is needed all the same, the sentence names both ways out', () => {
    expect(() => getClickHouseLibrary(platform, arch)).toThrow(
      expect.objectContaining({
        reason: 'unsupportedPlatform',
        message:
          `npm has installed no ClickHouse library for this machine (${platform} ${arch}): set WAYPOST_CLICKHOUSE_URL to a server ` +
          'of your own; a new data directory can keep its traffic in PostgreSQL with WAYPOST_TRAFFIC_STORE=postgres.',
      }),
    );
  });
});

describe('the shared libraries of PostgreSQL', () => {
  /** The package as npm unpacks it: every library is there, and none of the links to it. */
  function unpackedPackage(): string {
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

  it('get the same links as from the install script of the package, which npm does not run', () => {
    const [ours, theirs] = [unpackedPackage(), unpackedPackage()];
    linkSharedLibraries(ours);
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: theirs });
    expect(readLinks(ours)).toEqual(readLinks(theirs));
    expect(readLinks(ours).length).toBeGreaterThan(0);
    // A second time there is nothing left to do.
    linkSharedLibraries(ours);
  });
});

describe('on this platform', () => {
  it('PostgreSQL is there, with the major that its version begins with', () => {
    const { root, version, major } = findPostgresBinaries();
    expect(existsSync(`${root}/bin/postgres`)).toBe(true);
    expect(version.startsWith(`${major}.`)).toBe(true);
  });

  it.skipIf(!hasClickHouse)(
    `ClickHouse is there, with a version that begins with year and month${needsClickHouse}`,
    () => {
      const { path, version } = getClickHouseLibrary();
      expect(existsSync(path)).toBe(true);
      expect(version).toMatch(/^\d{2}\.\d{1,2}\./);
      expect(findClickHouseLibrary()).toEqual({ path, version });
    },
  );
});

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasClickHouse, needsClickHouse } from '../testing/machine.ts';
import { findClickHouseLibrary, findPostgresBinaries, getClickHouseLibrary } from './binaries.ts';

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

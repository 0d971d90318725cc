import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findClickHouseLibrary, findPostgresBinaries } from './binaries.ts';

const unsupported = [
  ['win32', 'x64'],
  ['freebsd', 'x64'],
  ['linux', 'riscv64'],
] as const;

describe.each([
  ['PostgreSQL', findPostgresBinaries],
  ['ClickHouse', findClickHouseLibrary],
] as const)('the %s that Waypost brings', (_, find) => {
  it.each(unsupported)(
    'is missing on %s %s, and the sentence names both variables to set',
    (platform, arch) => {
      expect(() => find(platform, arch)).toThrow(
        expect.objectContaining({
          reason: 'unsupportedPlatform',
          message:
            `Waypost brings its own PostgreSQL and ClickHouse for Linux (glibc) and macOS on x64 and arm64, and has none here (${platform} ${arch}); ` +
            'set WAYPOST_DATABASE_URL and WAYPOST_CLICKHOUSE_URL to servers of your own.',
        }),
      );
    },
  );
});

describe('on this platform', () => {
  it('PostgreSQL is there, with the major that its version begins with', () => {
    const { root, version, major } = findPostgresBinaries();
    expect(existsSync(`${root}/bin/postgres`)).toBe(true);
    expect(version.startsWith(`${major}.`)).toBe(true);
  });

  it('ClickHouse is there, with a version that begins with year and month', () => {
    const { path, version } = findClickHouseLibrary();
    expect(existsSync(path)).toBe(true);
    expect(version).toMatch(/^\d{2}\.\d{1,2}\./);
  });
});

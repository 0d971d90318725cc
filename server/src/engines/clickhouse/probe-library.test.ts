import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasClickHouse, needsClickHouse } from '../../testing/machine.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { getClickHouseLibrary } from '../binaries.ts';
import { isSameRelease, probeClickHouseLibrary } from './probe-library.ts';

describe('isSameRelease', () => {
  it.each([
    ['26.7.1.1', '26.7.3-stable.1', true],
    ['26.7.3.1', '26.7.3', true],
    ['26.7', '26.7.9', true],
    ['26.1.1.1', '26.10.1', false],
    ['26.10.1.1', '26.1.1', false],
    ['25.7.3.1', '26.7.3', false],
    ['26.8.3.1', '26.7.3', false],
    ['', '26.7.3', false],
    ['', '', false],
    ['nonsense', '26.7.3', false],
  ])('compares engine version %j with package version %j: %s', (actual, version, isSame) => {
    expect(isSameRelease(actual, version)).toBe(isSame);
  });
});

describe('probeClickHouseLibrary', () => {
  it('returns a problem for a missing or invalid library', async () => {
    const file = join(makeTemporaryDirectory(), 'libchdb.so');
    expect(await probeClickHouseLibrary({ path: file, version: '26.7.3' })).toMatch(/\S/);
    writeFileSync(file, 'no library');
    expect(await probeClickHouseLibrary({ path: file, version: '26.7.3' })).toMatch(/\S/);
  });

  it.skipIf(!hasClickHouse)(
    `returns undefined for a working library and a problem for a different release${needsClickHouse}`,
    async () => {
      const library = getClickHouseLibrary();
      expect(await probeClickHouseLibrary(library)).toBeUndefined();
      expect(await probeClickHouseLibrary({ ...library, version: '20.1.0' })).toMatch(
        /^version is \d+\.\d+\.\S+ instead of 20\.1\.0$/,
      );
    },
    60_000,
  );
});

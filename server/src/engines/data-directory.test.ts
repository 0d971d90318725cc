import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../platform/operator-error.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import {
  checkEngineVersions,
  checkFreeSpace,
  compareVersions,
  saveTrafficStore,
  openDataDirectory,
  readTrafficStore,
  type DataDirectory,
} from './data-directory.ts';

const engines = { postgresMajor: 18, clickhouseVersion: '26.7.3-stable.1' };
const marker = { layout: 1, clickhouseVersion: engines.clickhouseVersion };

const damagedMarkers = [
  '',
  '{"layout":',
  '{}',
  'null',
  '[]',
  '"v27.1"',
  '{"layout":"x"}',
  '{"layout":1.5}',
  '{"layout":1,"clickhouseVersion":27}',
  '{"layout":1,"clickhouseVersion":"v27.1"}',
  '{"layout":1,"clickhouseVersion":""}',
  '{"layout":1,"trafficStore":"sqlite"}',
  '{"layout":1,"trafficStore":""}',
];

function errorOf(action: () => void): OperatorError {
  try {
    action();
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('Expected an error');
}

function readTree(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs } = statSync(path);
      return [path, entry.isDirectory() ? 'folder' : `${mtimeMs} ${readFileSync(path, 'utf8')}`];
    }),
  );
}

function readMarker(directory: DataDirectory): unknown {
  return JSON.parse(readFileSync(join(directory.path, 'waypost.json'), 'utf8'));
}

function makeUsed(markerContent: unknown, postgresMajor?: string): DataDirectory {
  const directory = openDataDirectory(makeTemporaryDirectory());
  writeFileSync(join(directory.path, 'waypost.json'), JSON.stringify(markerContent));
  if (postgresMajor !== undefined) {
    mkdirSync(directory.postgres);
    writeFileSync(join(directory.postgres, 'PG_VERSION'), `${postgresMajor}\n`);
  }
  return directory;
}

describe('openDataDirectory', () => {
  it('creates missing folders that only the owner can access, and returns their paths', () => {
    const root = join(makeTemporaryDirectory(), 'deep', 'data');
    const directory = openDataDirectory(root);
    expect(directory).toEqual({
      path: root,
      postgres: join(root, 'postgres'),
      clickhouse: join(root, 'clickhouse'),
      clickhouseConfig: join(root, 'clickhouse-config'),
      run: join(root, 'run'),
    });
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(statSync(directory.run).mode & 0o777).toBe(0o700);
  });

  it('creates no subfolder other than run', () => {
    const { path } = openDataDirectory(makeTemporaryDirectory());
    expect(readdirSync(path, { recursive: true })).toEqual(['run']);
  });

  it('opens an existing directory without changing it', () => {
    const directory = makeUsed(marker, '18');
    const before = readTree(directory.path);
    expect(openDataDirectory(directory.path)).toEqual(directory);
    expect(readTree(directory.path)).toEqual(before);
  });

  it('rejects the layout of a newer version without changing anything', () => {
    const { path } = makeUsed({ layout: 2, somethingNew: true });
    const before = readTree(path);
    const error = errorOf(() => openDataDirectory(path));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain(
      `${path} was written by a newer Waypost (layout 2, but this version supports only up to 1)`,
    );
    expect(error.message).not.toContain('\n');
    expect(readTree(path)).toEqual(before);
  });

  it('rejects a newer layout before creating anything', () => {
    const path = makeTemporaryDirectory();
    writeFileSync(join(path, 'waypost.json'), '{"layout":2}');
    expect(errorOf(() => openDataDirectory(path)).message).toContain('was written by a newer Waypost');
    expect(readdirSync(path)).toEqual(['waypost.json']);
  });

  it.each(damagedMarkers)('rejects the damaged marker %s without changing anything', (content) => {
    const path = makeTemporaryDirectory();
    writeFileSync(join(path, 'waypost.json'), content);
    expect(errorOf(() => openDataDirectory(path))).toMatchObject({
      reason: 'dataDirectory',
      message: `${join(path, 'waypost.json')} is damaged. Restore it from a backup.`,
    });
    expect(readdirSync(path)).toEqual(['waypost.json']);
    expect(readFileSync(join(path, 'waypost.json'), 'utf8')).toBe(content);
  });

  it('rejects a path that is a file or leads through a file', () => {
    const file = join(makeTemporaryDirectory(), 'file');
    writeFileSync(file, 'mine');
    for (const path of [file, join(file, 'data')]) {
      const error = errorOf(() => openDataDirectory(path));
      expect(error.reason).toBe('dataDirectory');
      expect(error.message).toMatch(/^Failed to create the data directory \S+: .*file.*\.$/);
      expect(error.message).toContain(path);
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('checkFreeSpace', () => {
  const mebibyte = 1024 * 1024;

  it('accepts 256 MiB of free space, and rejects less with an error that states the free space', () => {
    expect(() => checkFreeSpace('/data', 256 * mebibyte)).not.toThrow();
    expect(errorOf(() => checkFreeSpace('/data', 256 * mebibyte - 1))).toMatchObject({
      reason: 'dataDirectory',
      message:
        'The disk that contains /data is full (255 MiB free, at least 256 MiB required). Free some space, or set WAYPOST_DATA_DIR to another disk.',
    });
    expect(errorOf(() => checkFreeSpace('/data', 0)).message).toContain('0 MiB free');
  });
});

describe('checkEngineVersions', () => {
  it('writes a marker with the layout and the ClickHouse version to a new directory', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual(marker);
    expect(statSync(join(directory.path, 'waypost.json')).mode & 0o777).toBe(0o600);
  });

  it('does not rewrite an unchanged marker', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, engines);
    const before = readTree(directory.path);
    checkEngineVersions(directory, engines);
    expect(readTree(directory.path)).toEqual(before);
  });

  it.each(['26.6.9', '26.7.0', '25.12.1-stable.1'])(
    'accepts data from ClickHouse %s, which is not newer, and updates the marker',
    (clickhouseVersion) => {
      const directory = makeUsed({ layout: 1, clickhouseVersion }, '18');
      checkEngineVersions(directory, engines);
      expect(readMarker(directory)).toEqual(marker);
    },
  );

  it.each(['26.8.1', '26.10.0', '27.1.1-stable.1'])(
    'rejects data from ClickHouse %s, which is newer, without changing anything',
    (clickhouseVersion) => {
      const directory = makeUsed({ layout: 1, clickhouseVersion }, '18');
      const before = readTree(directory.path);
      const error = errorOf(() => checkEngineVersions(directory, engines));
      expect(error.reason).toBe('dataDirectory');
      expect(error.message).toContain(
        `was written by ClickHouse ${clickhouseVersion}, but this version of Waypost includes ClickHouse 26.7.3-stable.1`,
      );
      expect(error.message).not.toContain('\n');
      expect(readTree(directory.path)).toEqual(before);
    },
  );

  it.each(['17', '19'])('rejects data from PostgreSQL %s without changing anything', (major) => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1' }, major);
    const before = readTree(directory.path);
    const error = errorOf(() => checkEngineVersions(directory, engines));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain(
      `was written by PostgreSQL ${major}, but this version of Waypost includes PostgreSQL 18`,
    );
    expect(readTree(directory.path)).toEqual(before);
  });

  it('reads the PostgreSQL version from its files and not from the marker', () => {
    const unused = makeUsed({ ...marker, postgresMajor: 17 });
    expect(() => checkEngineVersions(unused, engines)).not.toThrow();
    const used = makeUsed({ ...marker, postgresMajor: 18 }, '17');
    expect(errorOf(() => checkEngineVersions(used, engines)).message).toContain(
      'was written by PostgreSQL 17',
    );
  });

  it('removes the PostgreSQL version from an older marker', () => {
    const directory = makeUsed({ layout: 1, postgresMajor: 18, clickhouseVersion: '26.6.1' }, '18');
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual(marker);
  });

  it('ignores the PostgreSQL version if PostgreSQL is not used', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1' }, '17');
    checkEngineVersions(directory, { clickhouseVersion: engines.clickhouseVersion });
    expect(readMarker(directory)).toEqual(marker);
  });

  it('ignores and keeps the ClickHouse version if ClickHouse is not used', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '27.1.1' }, '18');
    const before = readTree(directory.path);
    checkEngineVersions(directory, { postgresMajor: 18 });
    expect(readTree(directory.path)).toEqual(before);
    expect(errorOf(() => checkEngineVersions(directory, engines)).message).toContain('ClickHouse 27.1.1');
  });

  it('keeps the traffic store when it updates the version', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1', trafficStore: 'clickhouse' }, '18');
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual({ ...marker, trafficStore: 'clickhouse' });
  });

  it('writes only the layout if no engine is used', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, {});
    expect(readMarker(directory)).toEqual({ layout: 1 });
  });

  it.each(damagedMarkers)('rejects the damaged marker %s without rewriting it', (content) => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    const file = join(directory.path, 'waypost.json');
    writeFileSync(file, content);
    expect(errorOf(() => checkEngineVersions(directory, engines))).toMatchObject({
      reason: 'dataDirectory',
      message: `${file} is damaged. Restore it from a backup.`,
    });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

describe('the traffic store', () => {
  it('is undefined if the directory contains no traffic', () => {
    expect(readTrafficStore(openDataDirectory(makeTemporaryDirectory()))).toBeUndefined();
    expect(readTrafficStore(makeUsed({ layout: 1 }, '18'))).toBeUndefined();
  });

  it('is ClickHouse if the marker contains only a ClickHouse version', () => {
    expect(readTrafficStore(makeUsed(marker, '18'))).toBe('clickhouse');
  });

  it.each(['clickhouse', 'postgres'] as const)(
    'is %s after it is saved, and other fields of the marker are kept',
    (store) => {
      const unused = openDataDirectory(makeTemporaryDirectory());
      saveTrafficStore(unused, store);
      expect(readTrafficStore(unused)).toBe(store);
      expect(readMarker(unused)).toEqual({ layout: 1, trafficStore: store });
      expect(statSync(join(unused.path, 'waypost.json')).mode & 0o777).toBe(0o600);
      const used = makeUsed(marker, '18');
      saveTrafficStore(used, store);
      expect(readTrafficStore(used)).toBe(store);
      expect(readMarker(used)).toEqual({ ...marker, trafficStore: store });
    },
  );

  it('is not read from or written to a damaged marker', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    writeFileSync(join(directory.path, 'waypost.json'), '{"layout":1,"trafficStore":"sqlite"}');
    for (const action of [
      () => void readTrafficStore(directory),
      () => saveTrafficStore(directory, 'postgres'),
    ])
      expect(errorOf(action).message).toContain('is damaged. Restore it from a backup.');
  });
});

describe('compareVersions', () => {
  it.each([
    ['26.7.3-stable.1', '26.7.1', 0],
    ['26.7', '26.6.99', 1],
    ['26.10.1', '26.9.1', 1],
    ['26.1.1', '25.12.1', 1],
    ['25.12', '26.1', -1],
  ])('compares %s with %s by year and month', (left, right, expected) => {
    expect(Math.sign(compareVersions(left, right))).toBe(expected);
    expect(Math.sign(compareVersions(right, left))).toBe(expected === 0 ? 0 : -expected);
  });
});

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../platform/operator-error.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import {
  checkEngineVersions,
  checkFreeSpace,
  compareVersions,
  noteTrafficStore,
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

function refusalOf(action: () => void): OperatorError {
  try {
    action();
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

/** Every file below a folder with its content and the moment of its last change. */
function contentsOf(directory: string): Record<string, string> {
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

/** A directory that was in use, with the marker and the PostgreSQL major it was left with. */
function makeUsed(left: unknown, postgresMajor?: string): DataDirectory {
  const directory = openDataDirectory(makeTemporaryDirectory());
  writeFileSync(join(directory.path, 'waypost.json'), JSON.stringify(left));
  if (postgresMajor !== undefined) {
    mkdirSync(directory.postgres);
    writeFileSync(join(directory.postgres, 'PG_VERSION'), `${postgresMajor}\n`);
  }
  return directory;
}

describe('openDataDirectory', () => {
  it('makes what is missing, for its owner only, and names the places in it', () => {
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

  it('leaves nothing behind but the folder for what runs', () => {
    const { path } = openDataDirectory(makeTemporaryDirectory());
    expect(readdirSync(path, { recursive: true })).toEqual(['run']);
  });

  it('opens a directory again and changes nothing in it', () => {
    const directory = makeUsed(marker, '18');
    const before = contentsOf(directory.path);
    expect(openDataDirectory(directory.path)).toEqual(directory);
    expect(contentsOf(directory.path)).toEqual(before);
  });

  it('refuses the layout of a newer Waypost and changes nothing', () => {
    const { path } = makeUsed({ layout: 2, somethingNew: true });
    const before = contentsOf(path);
    const error = refusalOf(() => openDataDirectory(path));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain(`${path} was written by a newer Waypost (layout 2, this one knows 1)`);
    expect(error.message).not.toContain('\n');
    expect(contentsOf(path)).toEqual(before);
  });

  it('refuses a newer layout before it makes anything beside the marker', () => {
    const path = makeTemporaryDirectory();
    writeFileSync(join(path, 'waypost.json'), '{"layout":2}');
    expect(refusalOf(() => openDataDirectory(path)).message).toContain('was written by a newer Waypost');
    expect(readdirSync(path)).toEqual(['waypost.json']);
  });

  it.each(damagedMarkers)(
    'refuses the damaged marker %s in one sentence that names it, and makes nothing',
    (content) => {
      const path = makeTemporaryDirectory();
      writeFileSync(join(path, 'waypost.json'), content);
      expect(refusalOf(() => openDataDirectory(path))).toMatchObject({
        reason: 'dataDirectory',
        message: `${join(path, 'waypost.json')} is damaged: restore it from a backup.`,
      });
      expect(readdirSync(path)).toEqual(['waypost.json']);
      expect(readFileSync(join(path, 'waypost.json'), 'utf8')).toBe(content);
    },
  );

  it('says in one sentence that a file has the name of the directory, or of a part of its path', () => {
    const file = join(makeTemporaryDirectory(), 'file');
    writeFileSync(file, 'mine');
    for (const path of [file, join(file, 'data')]) {
      const error = refusalOf(() => openDataDirectory(path));
      expect(error.reason).toBe('dataDirectory');
      expect(error.message).toMatch(/^the data directory \S+ cannot be made: a .*file.*\.$/);
      expect(error.message).toContain(path);
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('checkFreeSpace', () => {
  const mebibyte = 1024 * 1024;

  it('accepts 256 MiB and refuses a byte less, saying how much is free and what to do', () => {
    expect(() => checkFreeSpace('/data', 256 * mebibyte)).not.toThrow();
    expect(refusalOf(() => checkFreeSpace('/data', 256 * mebibyte - 1))).toMatchObject({
      reason: 'dataDirectory',
      message:
        'the disk of /data is full: 255 MiB are free and at least 256 MiB are needed; make room or set WAYPOST_DATA_DIR to another place.',
    });
    expect(refusalOf(() => checkFreeSpace('/data', 0)).message).toContain('0 MiB are free');
  });
});

describe('checkEngineVersions', () => {
  it('marks a new directory with the layout and the ClickHouse that writes to it', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual(marker);
    expect(statSync(join(directory.path, 'waypost.json')).mode & 0o777).toBe(0o600);
  });

  it('does not write when nothing has changed', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, engines);
    const before = contentsOf(directory.path);
    checkEngineVersions(directory, engines);
    expect(contentsOf(directory.path)).toEqual(before);
  });

  it.each(['26.6.9', '26.7.0', '25.12.1-stable.1'])(
    'accepts data of ClickHouse %s, which is not newer, and marks it with the present version',
    (clickhouseVersion) => {
      const directory = makeUsed({ layout: 1, clickhouseVersion }, '18');
      checkEngineVersions(directory, engines);
      expect(readMarker(directory)).toEqual(marker);
    },
  );

  it.each(['26.8.1', '26.10.0', '27.1.1-stable.1'])(
    'refuses data of ClickHouse %s, which is newer, and changes nothing',
    (clickhouseVersion) => {
      const directory = makeUsed({ layout: 1, clickhouseVersion }, '18');
      const before = contentsOf(directory.path);
      const error = refusalOf(() => checkEngineVersions(directory, engines));
      expect(error.reason).toBe('dataDirectory');
      expect(error.message).toContain(
        `was written by ClickHouse ${clickhouseVersion} and this Waypost brings ClickHouse 26.7.3-stable.1`,
      );
      expect(error.message).not.toContain('\n');
      expect(contentsOf(directory.path)).toEqual(before);
    },
  );

  it.each(['17', '19'])('refuses data of PostgreSQL %s, older or newer, and changes nothing', (major) => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1' }, major);
    const before = contentsOf(directory.path);
    const error = refusalOf(() => checkEngineVersions(directory, engines));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain(
      `was written by PostgreSQL ${major} and this Waypost brings PostgreSQL 18`,
    );
    expect(contentsOf(directory.path)).toEqual(before);
  });

  it('believes the files of PostgreSQL, not the marker, about who wrote them', () => {
    const unused = makeUsed({ ...marker, postgresMajor: 17 });
    expect(() => checkEngineVersions(unused, engines)).not.toThrow();
    const used = makeUsed({ ...marker, postgresMajor: 18 }, '17');
    expect(refusalOf(() => checkEngineVersions(used, engines)).message).toContain(
      'was written by PostgreSQL 17',
    );
  });

  it('drops what an older marker said of PostgreSQL when it writes it anew', () => {
    const directory = makeUsed({ layout: 1, postgresMajor: 18, clickhouseVersion: '26.6.1' }, '18');
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual(marker);
  });

  it('does not ask who wrote the files of PostgreSQL where PostgreSQL is not used', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1' }, '17');
    checkEngineVersions(directory, { clickhouseVersion: engines.clickhouseVersion });
    expect(readMarker(directory)).toEqual(marker);
  });

  it('does not ask who wrote the files of ClickHouse where ClickHouse is not used, and keeps the answer', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '27.1.1' }, '18');
    const before = contentsOf(directory.path);
    checkEngineVersions(directory, { postgresMajor: 18 });
    expect(contentsOf(directory.path)).toEqual(before);
    expect(refusalOf(() => checkEngineVersions(directory, engines)).message).toContain('ClickHouse 27.1.1');
  });

  it('keeps where the traffic is when it notes another version', () => {
    const directory = makeUsed({ layout: 1, clickhouseVersion: '26.6.1', trafficStore: 'clickhouse' }, '18');
    checkEngineVersions(directory, engines);
    expect(readMarker(directory)).toEqual({ ...marker, trafficStore: 'clickhouse' });
  });

  it('marks a directory in which no engine runs with the layout alone', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    checkEngineVersions(directory, {});
    expect(readMarker(directory)).toEqual({ layout: 1 });
  });

  it.each(damagedMarkers)('refuses the damaged marker %s too, and does not write it anew', (content) => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    const file = join(directory.path, 'waypost.json');
    writeFileSync(file, content);
    expect(refusalOf(() => checkEngineVersions(directory, engines))).toMatchObject({
      reason: 'dataDirectory',
      message: `${file} is damaged: restore it from a backup.`,
    });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

describe('where the traffic is kept', () => {
  it('is open in a new directory, and in one in which no traffic was ever begun', () => {
    expect(readTrafficStore(openDataDirectory(makeTemporaryDirectory()))).toBeUndefined();
    expect(readTrafficStore(makeUsed({ layout: 1 }, '18'))).toBeUndefined();
  });

  it('is ClickHouse where a ClickHouse wrote before there was a choice', () => {
    expect(readTrafficStore(makeUsed(marker, '18'))).toBe('clickhouse');
  });

  it.each(['clickhouse', 'postgres'] as const)(
    'is %s once that is noted, for its owner only, and everything else that was noted stays',
    (store) => {
      const unused = openDataDirectory(makeTemporaryDirectory());
      noteTrafficStore(unused, store);
      expect(readTrafficStore(unused)).toBe(store);
      expect(readMarker(unused)).toEqual({ layout: 1, trafficStore: store });
      expect(statSync(join(unused.path, 'waypost.json')).mode & 0o777).toBe(0o600);
      const used = makeUsed(marker, '18');
      noteTrafficStore(used, store);
      expect(readTrafficStore(used)).toBe(store);
      expect(readMarker(used)).toEqual({ ...marker, trafficStore: store });
    },
  );

  it('is not guessed where the marker is damaged', () => {
    const directory = openDataDirectory(makeTemporaryDirectory());
    writeFileSync(join(directory.path, 'waypost.json'), '{"layout":1,"trafficStore":"sqlite"}');
    for (const action of [
      () => void readTrafficStore(directory),
      () => noteTrafficStore(directory, 'postgres'),
    ])
      expect(refusalOf(action).message).toContain('is damaged: restore it from a backup.');
  });
});

describe('compareVersions', () => {
  it.each([
    ['26.7.3-stable.1', '26.7.1', 0],
    ['26.7', '26.6.99', 1],
    ['26.10.1', '26.9.1', 1],
    ['26.1.1', '25.12.1', 1],
    ['25.12', '26.1', -1],
  ])('compares %s with %s by year and month only', (left, right, expected) => {
    expect(Math.sign(compareVersions(left, right))).toBe(expected);
    expect(Math.sign(compareVersions(right, left))).toBe(expected === 0 ? 0 : -expected);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { readMigrations } from './read-migrations.ts';

function makeHistory(files: Record<string, string>): string {
  const directory = makeTemporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

describe('readMigrations', () => {
  it('returns files in the order of their numbers', () => {
    const directory = makeHistory({ '0002_a.sql': 'two', '0001_z.sql': 'one', '0003_m_2.sql': 'three' });
    expect(readMigrations(directory)).toMatchObject([
      { version: 1, name: 'z', sql: 'one' },
      { version: 2, name: 'a', sql: 'two' },
      { version: 3, name: 'm_2', sql: 'three' },
    ]);
  });

  it('returns more than nine migrations in numerical order', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
    const files = numbers.map((number) => [`${String(number).padStart(4, '0')}_step.sql`, ''] as const);
    expect(readMigrations(makeHistory(Object.fromEntries(files))).map(({ version }) => version)).toEqual(
      numbers,
    );
  });

  it('ignores a README', () => {
    expect(readMigrations(makeHistory({ 'README.md': 'x', '0001_a.sql': 'one' }))).toHaveLength(1);
    expect(readMigrations(makeHistory({}))).toEqual([]);
  });

  it.each([
    'notes.txt',
    '0002_b.sql.orig',
    '.0002_b.sql.swp',
    '2_b.sql',
    '0002-b.sql',
    '0002_B.sql',
    '0002_.sql',
    '00002_b.sql',
  ])('rejects the unexpected file %s', (name) => {
    const directory = makeHistory({ '0001_a.sql': 'one', [name]: 'x' });
    expect(() => readMigrations(directory)).toThrow(
      `${join(directory, name)} is not named like 0001_description.sql`,
    );
  });

  it('rejects a directory', () => {
    const directory = makeHistory({ '0001_a.sql': 'one' });
    mkdirSync(join(directory, 'old'));
    expect(() => readMigrations(directory)).toThrow('is not named like');
  });

  it.each([
    ['a gap', { '0001_a.sql': '', '0003_c.sql': '' }, '0003_c.sql', 2],
    ['a wrong first number', { '0002_b.sql': '' }, '0002_b.sql', 1],
    ['a zero', { '0000_a.sql': '', '0001_b.sql': '' }, '0000_a.sql', 1],
    ['a duplicate number', { '0001_a.sql': '', '0001_b.sql': '' }, '0001_b.sql', 2],
  ])('rejects numbers with %s', (_, files, culprit, expected) => {
    const directory = makeHistory(files);
    expect(() => readMigrations(directory)).toThrow(
      `${join(directory, culprit)} must have number ${expected}: numbers must be consecutive`,
    );
  });

  it('throws if the directory does not exist', () => {
    expect(() => readMigrations(join(makeTemporaryDirectory(), 'missing'))).toThrow('ENOENT');
  });
});

describe('the checksum of a migration', () => {
  const checksumOf = (sql: string) => readMigrations(makeHistory({ '0001_a.sql': sql }))[0]?.checksum;

  it('ignores differences in line endings', () => {
    expect(checksumOf('CREATE TABLE a ();\r\nSELECT 1;\r\n')).toBe(
      checksumOf('CREATE TABLE a ();\nSELECT 1;\n'),
    );
  });

  it('changes if any other character changes', () => {
    const sums = ['SELECT 1;', 'SELECT 2;', 'SELECT 1; ', 'SELECT 1;\n', 'select 1;', ''].map(checksumOf);
    expect(new Set(sums).size).toBe(sums.length);
  });

  it('does not depend on the name or number of the file', () => {
    const [first, second] = readMigrations(makeHistory({ '0001_a.sql': 'same', '0002_b.sql': 'same' }));
    expect(first?.checksum).toBe(second?.checksum);
  });

  it('is SHA-256, so that it can be compared with the checksums in existing histories', () => {
    expect(checksumOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

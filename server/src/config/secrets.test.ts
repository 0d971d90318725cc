import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { ensureSecrets, readSecrets } from './secrets.ts';

const names = ['postgresSuperuser', 'postgres', 'clickhouse', 'session', 'cookie'];

describe('ensureSecrets', () => {
  it('generates a different long secret for each purpose', () => {
    const secrets = ensureSecrets(makeTemporaryDirectory());
    expect(Object.keys(secrets).toSorted()).toEqual(names.toSorted());
    expect(new Set(Object.values(secrets)).size).toBe(names.length);
    for (const secret of Object.values(secrets)) expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('generates different secrets for each directory', () => {
    expect(ensureSecrets(makeTemporaryDirectory()).cookie).not.toBe(
      ensureSecrets(makeTemporaryDirectory()).cookie,
    );
  });

  it('writes one file that only its owner can read', () => {
    const directory = makeTemporaryDirectory();
    ensureSecrets(directory);
    expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['secrets.json']);
  });

  it('returns the same secrets on later calls without writing the file again', () => {
    const directory = makeTemporaryDirectory();
    const first = ensureSecrets(directory);
    const written = statSync(join(directory, 'secrets.json'));
    expect(ensureSecrets(directory)).toEqual(first);
    expect(statSync(join(directory, 'secrets.json')).ino).toBe(written.ino);
  });

  it('adds secrets that an older file lacks and keeps existing ones', () => {
    const directory = makeTemporaryDirectory();
    writeFileSync(join(directory, 'secrets.json'), '{"postgres":"old-password","clickhouse":"other"}');
    const secrets = ensureSecrets(directory);
    expect(secrets).toMatchObject({ postgres: 'old-password', clickhouse: 'other' });
    for (const name of ['postgresSuperuser', 'session', 'cookie'] as const)
      expect(secrets[name]).toMatch(/^[\w-]{43}$/);
    expect(readSecrets(directory)).toEqual(secrets);
    expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('keeps unknown secrets from a newer version', () => {
    const directory = makeTemporaryDirectory();
    writeFileSync(join(directory, 'secrets.json'), '{"future":"keep me"}');
    ensureSecrets(directory);
    expect(readSecrets(directory)).toMatchObject({ future: 'keep me' });
  });

  it.each([
    '',
    '{"postgres":"hus',
    'not json',
    'null',
    '[]',
    '["hush"]',
    '7',
    '"text"',
    '{"postgres":5}',
    '{"postgres":null}',
    '{"session":""}',
  ])('rejects the damaged file %j without quoting or changing its content', (content) => {
    const directory = makeTemporaryDirectory();
    const file = join(directory, 'secrets.json');
    writeFileSync(file, content);
    const expected = {
      reason: 'dataDirectory',
      message: `${file} is damaged or unreadable. Restore it from a backup.`,
    };
    expect(() => ensureSecrets(directory)).toThrow(expect.objectContaining(expected));
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

describe('readSecrets', () => {
  it('returns undefined without creating secrets if there are none', () => {
    const directory = makeTemporaryDirectory();
    expect(readSecrets(directory)).toBeUndefined();
    expect(readdirSync(directory)).toEqual([]);
  });
});

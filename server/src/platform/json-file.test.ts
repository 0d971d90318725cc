import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readJsonFile, writeJsonFile, writePrivateFile } from './json-file.ts';

describe('writeJsonFile', () => {
  it('round-trips any JSON value', () => {
    const file = join(makeTemporaryDirectory(), 'value.json');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        writeJsonFile(file, value);
        expect(readJsonFile(file)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 25 },
    );
  });

  it('ends the file with a newline', () => {
    const file = join(makeTemporaryDirectory(), 'value.json');
    writeJsonFile(file, { a: 1 });
    expect(readFileSync(file, 'utf8')).toBe('{\n  "a": 1\n}\n');
  });
});

describe('writePrivateFile', () => {
  it('creates an owner-only file, even when it replaces a world-readable one', () => {
    const file = join(makeTemporaryDirectory(), 'private');
    writeFileSync(file, 'old', { mode: 0o644 });
    writePrivateFile(file, 'new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it('leaves no temporary files', () => {
    const directory = makeTemporaryDirectory();
    writePrivateFile(join(directory, 'private'), 'one');
    writePrivateFile(join(directory, 'private'), 'two');
    expect(readdirSync(directory)).toEqual(['private']);
  });

  it('replaces the file instead of overwriting it in place', () => {
    const file = join(makeTemporaryDirectory(), 'private');
    writePrivateFile(file, 'one');
    const before = statSync(file).ino;
    writePrivateFile(file, 'two');
    expect(statSync(file).ino).not.toBe(before);
  });

  it('throws if the path is a directory, and leaves no temporary files', () => {
    const directory = makeTemporaryDirectory();
    mkdirSync(join(directory, 'private', 'content'), { recursive: true });
    expect(() => writePrivateFile(join(directory, 'private'), 'hush')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(directory, { recursive: true }).map(String).toSorted()).toEqual([
      'private',
      join('private', 'content'),
    ]);
  });

  it('writes long text completely', () => {
    const file = join(makeTemporaryDirectory(), 'private');
    const text = 'Zeile für Zeile\n'.repeat(100_000);
    writePrivateFile(file, text);
    expect(readFileSync(file, 'utf8') === text).toBe(true);
  });

  it('throws if the directory does not exist', () => {
    expect(() => writePrivateFile(join(makeTemporaryDirectory(), 'missing', 'file'), '')).toThrow('ENOENT');
  });
});

describe('readJsonFile', () => {
  it('returns undefined if the file or its directory does not exist', () => {
    const directory = makeTemporaryDirectory();
    expect(readJsonFile(join(directory, 'missing.json'))).toBeUndefined();
    expect(readJsonFile(join(directory, 'missing', 'file.json'))).toBeUndefined();
  });

  it.each(['', '{', '{"a":1}}', 'hello'])('throws on damaged content %j', (content) => {
    const file = join(makeTemporaryDirectory(), 'damaged.json');
    writeFileSync(file, content);
    expect(() => readJsonFile(file)).toThrow(SyntaxError);
  });

  it('throws if the path is a directory', () => {
    const directory = join(makeTemporaryDirectory(), 'folder.json');
    mkdirSync(directory);
    expect(() => readJsonFile(directory)).toThrow('EISDIR');
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { versionOf } from '../bin/bootstrap.mjs';

const places = ['src', 'lock.json'];
let checkout: string;
const at = (name: string) => join(checkout, name);

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'waypost-version-'));
  mkdirSync(at('src/deep'), { recursive: true });
  writeFileSync(at('src/one.ts'), 'one');
  writeFileSync(at('src/deep/two.ts'), 'two');
  writeFileSync(at('lock.json'), '{}');
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe('fingerprint of the sources', () => {
  it('stays the same while nothing changes', () => {
    expect(versionOf(checkout, places)).toBe(versionOf(checkout, places));
    expect(versionOf(checkout, places)).toMatch(/^[\da-f]{16}$/);
  });

  it.each([
    ['a file grows', () => writeFileSync(at('src/deep/two.ts'), 'two more')],
    ['a file of the same size is written again', () => utimesSync(at('src/one.ts'), 1, 1)],
    ['a file comes', () => writeFileSync(at('src/three.ts'), '')],
    ['a file goes', () => rmSync(at('src/one.ts'))],
    ['a file gets another name', () => renameSync(at('src/one.ts'), at('src/uno.ts'))],
    ['a file that is named by itself changes', () => writeFileSync(at('lock.json'), '{"a":1}')],
  ])('is another one when %s', (_, change) => {
    const before = versionOf(checkout, places);
    change();
    expect(versionOf(checkout, places)).not.toBe(before);
  });

  it('ignores the modification time of folders, which copying changes', () => {
    const before = versionOf(checkout, places);
    utimesSync(at('src/deep'), 1, 1);
    expect(versionOf(checkout, places)).toBe(before);
  });

  it('depends on the path of the checkout, which the bundle contains', () => {
    const before = versionOf(checkout, places);
    const moved = `${checkout}-moved`;
    renameSync(checkout, moved);
    checkout = moved;
    expect(versionOf(moved, places)).not.toBe(before);
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { versionOf } from '../bin/fingerprint.mjs';

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

describe('the source fingerprint', () => {
  it('stays the same while nothing changes', () => {
    expect(versionOf(checkout, places)).toBe(versionOf(checkout, places));
    expect(versionOf(checkout, places)).toMatch(/^[\da-f]{16}$/);
  });

  it.each([
    ['a file grows', () => writeFileSync(at('src/deep/two.ts'), 'two more')],
    ['a file is rewritten with the same size', () => utimesSync(at('src/one.ts'), 1, 1)],
    ['a file is added', () => writeFileSync(at('src/three.ts'), '')],
    ['a file is removed', () => rmSync(at('src/one.ts'))],
    ['a file is renamed', () => renameSync(at('src/one.ts'), at('src/uno.ts'))],
    ['a file that is listed by its path changes', () => writeFileSync(at('lock.json'), '{"a":1}')],
  ])('changes when %s', (_, change) => {
    const before = versionOf(checkout, places);
    change();
    expect(versionOf(checkout, places)).not.toBe(before);
  });

  it('ignores the modification time of folders, which copying changes', () => {
    const before = versionOf(checkout, places);
    utimesSync(at('src/deep'), 1, 1);
    expect(versionOf(checkout, places)).toBe(before);
  });
});

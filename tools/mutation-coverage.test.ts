import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { addProbes, findBlock, rankTests } from './mutation-coverage.ts';

const source = `export const one = 1;
export function choose(isOther) {
  if (isOther) {
    return 2;
  }
  return one;
}
`;
const path = 'choose.js';
const [outer, inner] = [source.indexOf('{'), source.indexOf('{\n    return 2')];

it('addProbes logs each executed block once, with the test file that executes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-probes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [module, log] = [join(folder, 'choose.mjs'), join(folder, 'log')];
  writeFileSync(module, addProbes({ path, source }, log));
  const { choose } = (await import(/* @vite-ignore */ pathToFileURL(module).href)) as {
    choose: (isOther: boolean) => number;
  };
  const logged = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  expect([choose(false), choose(false)]).toEqual([1, 1]);
  expect(logged()).toEqual([[path, outer, import.meta.filename]]);
  expect(choose(true)).toBe(2);
  expect(logged().slice(1)).toEqual([[path, inner, import.meta.filename]]);
});

it('findBlock returns the innermost block around a position', () => {
  const blockOf = (text: string) => findBlock({ path, source }, source.indexOf(text));
  expect(blockOf('2;')).toBe(inner);
  expect(blockOf('one;')).toBe(outer);
  expect(blockOf('1;')).toBeUndefined();
});

it('rankTests lists the tests that execute the block, starting with those that execute the most blocks of the file', () => {
  const testsOfBlock = { 10: ['a', 'b'], 20: ['c', 'b', 'a'], 30: ['c', 'b'], 40: ['c', 'b'] };
  expect(rankTests(testsOfBlock, 10)).toEqual(['b', 'a']);
  expect(rankTests(testsOfBlock, 50)).toEqual([]);
  expect(rankTests(testsOfBlock, undefined)).toEqual(['b', 'c', 'a']);
});

import { describe, expect, it } from 'vitest';
import { checkTests } from './check-tests.ts';
import { madeUpSources } from './reading/made-up-sources.ts';

const linesRefused = (source: string, path = 'server/src/domain/a.test.ts') =>
  checkTests(madeUpSources({ [path]: source })).map(({ line }) => line);

describe('checkTests reports focused and permanently skipped tests', () => {
  it.each([
    `it.only('a', () => {});`,
    `describe.only('a', () => {});`,
    `test.skip('a', () => {});`,
    `describe.skip('a', () => {});`,
    `it.todo('a');`,
    `it.skip.each([1])('a', () => {});`,
    `it.concurrent.only('a', () => {});`,
    `it.each([1]).skip('a', () => {});`,
    `(isLinux ? it : it.skip)('a', () => {});`,
    `it['only']('a', () => {});`,
    `fit('a', () => {});`,
    `fdescribe('a', () => {});`,
    `xit('a', () => {});`,
    `xdescribe('a', () => {});`,
    `it('a', { only: true }, () => {});`,
    `describe.each([1])('a', { skip: true }, () => {});`,
    `it('a', ({ skip }) => skip());`,
    `it('a', (given) => given.skip());`,
  ])('%s', (source) => {
    expect(linesRefused(`\n${source}`)).toEqual([2]);
  });

  it('with the call as written and a suggestion', () => {
    const path = 'server/src/domain/a.test.ts';
    expect(checkTests(madeUpSources({ [path]: `it.only('a', () => {});` }))).toEqual([
      {
        file: path,
        line: 1,
        rule: 'held-back-test',
        message:
          'it.only: run all tests; a test that cannot run everywhere uses skip(reason), skipIf or runIf',
      },
    ]);
  });
});

describe('checkTests allows tests that cannot run everywhere', () => {
  it.each([
    `it('a', ({ skip }) => skip('this machine has no IPv6'));`,
    `it('a', (given) => given.skip(noMounts));`,
    `it.skipIf(!hasClickHouse)('a', () => {});`,
    `test.skipIf(!hasClickHouse).each([1])('a', () => {});`,
    `describe.runIf(isRoot)('as root', () => {});`,
    `it('a', { timeout: 1000 }, () => {});`,
  ])('%s', (source) => {
    expect(linesRefused(source)).toEqual([]);
  });

  it('and ignores other objects with the same method names', () => {
    expect(linesRefused(`path.only(); reader.skip(1); reader.todo(); list({ only: true });`)).toEqual([]);
    expect(linesRefused(`it.only('a', () => {});`, 'server/src/domain/a.ts')).toEqual([]);
  });
});

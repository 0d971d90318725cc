import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, findVersion, parseVersion } from './version.ts';

describe('versions', () => {
  it.each([
    ['10', [10]],
    ['10.2', [10, 2]],
    ['010.02', [10, 2]],
    ['1.2.3.4.5.6.7.8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('are parsed from %s', (text, parts) => {
    expect(parseVersion(text)).toEqual(parts);
    expect(findVersion(text)).toEqual(parts);
  });

  it.each(['', '.', '1.', '.1', '1..2', 'XP', '1.2-beta', '1,2', '-1', '1.2.3.4.5.6.7.8.9', '9'.repeat(10)])(
    'cannot be parsed from %j',
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );

  it.each([
    ['17.4-beta', [17, 4]],
    ['10.0 (Build 3)', [10, 0]],
    ['17.', [17]],
  ])('are found at the start of %j', (text, parts) => {
    expect(findVersion(text)).toEqual(parts);
  });

  it.each(['', 'Vista', 'v1.2', '-1'])('are not found in %j', (text) => {
    expect(findVersion(text)).toBeUndefined();
  });

  it.each([
    [[10, 2], [10, 10], -1],
    [[10], [10, 0, 0], 0],
    [[10, 0, 1], [10], 1],
    [[9, 99], [10], -1],
  ])('are compared part by part: %j, %j', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign);
  });

  it('have a total order', () => {
    const version = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

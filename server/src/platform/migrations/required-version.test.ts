import { describe, expect, it } from 'vitest';
import { isOlder, requiredVersion } from './required-version.ts';

describe('requiredVersion', () => {
  it('reads the version from the name of a migration', () => {
    expect(requiredVersion('requires_0_10_0_drop_old_column')).toBe('0.10.0');
  });

  it('returns undefined for a migration that only adds', () => {
    expect(requiredVersion('certificates')).toBeUndefined();
    expect(requiredVersion('what_requires_1_0_0_is')).toBeUndefined();
  });
});

describe('isOlder', () => {
  it.each([
    ['0.9.0', '0.10.0', true],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '0.10.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.0-rc.1', '1.0.0', false],
    ['v1.0.0', '1.0.1', true],
  ])('compares %s with %s', (version, other, expected) => {
    expect(isOlder(version, other)).toBe(expected);
  });

  it('rejects a text that is not a version', () => {
    expect(() => isOlder('latest', '1.0.0')).toThrow('not a version: latest');
  });
});

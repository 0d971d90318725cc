import { describe, expect, it } from 'vitest';
import { describeSkipped } from './describe-skipped.ts';

const skipped = (count: number, reason: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${reason} ${index + 1}`, reason }));

describe('describeSkipped', () => {
  it('returns nothing if all tests ran', () => {
    expect(describeSkipped([])).toEqual([]);
  });

  it('groups tests by reason and counts them', () => {
    const [one, ...others] = skipped(2, 'no browser');
    const tests = [...(one === undefined ? [] : [one]), ...skipped(1, 'no root'), ...others];
    expect(describeSkipped(tests)).toEqual([
      'not run: no browser (2 tests)',
      '  no browser 1',
      '  no browser 2',
      'not run: no root (1 test)',
      '  no root 1',
    ]);
  });

  it('lists a few names from a large group and the number of others', () => {
    expect(describeSkipped(skipped(4, 'a'))).toEqual([
      'not run: a (4 tests)',
      '  a 1',
      '  a 2',
      '  a 3',
      '  a 4',
    ]);
    expect(describeSkipped(skipped(300, 'a'))).toEqual([
      'not run: a (300 tests)',
      '  a 1',
      '  a 2',
      '  a 3',
      '  and 297 more',
    ]);
  });
});

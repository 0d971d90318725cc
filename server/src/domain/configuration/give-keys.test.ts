import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { giveKeys } from './give-keys.ts';

const names = fc.array(fc.constantFrom('A', 'B', 'A (2)', 'A (2) (2)', 'A (3)'), { maxLength: 12 });

describe('the keys of records', () => {
  it('are their names, and numbers for those that come later with a name that is there', () => {
    expect(giveKeys(['Page', 'Offer', 'Page', 'Page'])).toEqual(['Page', 'Offer', 'Page (2)', 'Page (3)']);
  });

  it('leave a name that looks like a numbered key to the record that has it', () => {
    expect(giveKeys(['Page', 'Page', 'Page (2)'])).toEqual(['Page', 'Page (3)', 'Page (2)']);
  });

  it('are not given twice, to those that were taken before neither', () => {
    expect(giveKeys(['Page'], ['Page', 'Page (2)'])).toEqual(['Page (3)']);
    fc.assert(fc.property(names, (some) => new Set(giveKeys(some)).size === some.length));
  });

  it('stay the same when the records are copied in the order of names', () => {
    fc.assert(
      fc.property(names, (some) => {
        const pairs = giveKeys(some).map((key, index) => ({ key, name: some[index] ?? '' }));
        const sorted = pairs.toSorted((one, other) =>
          one.name === other.name ? 0 : one.name < other.name ? -1 : 1,
        );
        expect(giveKeys(sorted.map(({ name }) => name))).toEqual(sorted.map(({ key }) => key));
      }),
    );
  });
});

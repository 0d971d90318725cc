import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { giveKeys } from './give-keys.ts';

const names = fc.array(fc.constantFrom('A', 'B', 'A (2)', 'A (2) (2)', 'A (3)'), { maxLength: 12 });

describe('giveKeys', () => {
  it('uses names as keys and numbers later records with the same name', () => {
    expect(giveKeys(['Page', 'Offer', 'Page', 'Page'])).toEqual(['Page', 'Offer', 'Page (2)', 'Page (3)']);
  });

  it('reserves a name that looks like a numbered key for the record with that name', () => {
    expect(giveKeys(['Page', 'Page', 'Page (2)'])).toEqual(['Page', 'Page (3)', 'Page (2)']);
  });

  it('never returns the same key twice or a key that is taken', () => {
    expect(giveKeys(['Page'], ['Page', 'Page (2)'])).toEqual(['Page (3)']);
    fc.assert(fc.property(names, (some) => new Set(giveKeys(some)).size === some.length));
  });

  it('returns the same keys for records sorted by name', () => {
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

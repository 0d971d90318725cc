import { describe, expect, it } from 'vitest';
import { matching, neighborOf, type Entry } from './entries.ts';

const entry = (label: string, words?: string): Entry => ({
  id: label,
  label,
  words,
  icon: (() => null) as never,
  choose: () => undefined,
});

describe('matching', () => {
  const entries = [entry('Use dark theme', 'appearance'), entry('New campaign'), entry('Campaigns', 'links')];
  const labels = (typed: string) => matching(typed, entries).map(({ label }) => label);

  it('lists entries that start with the typed text before entries that contain it', () => {
    expect(labels('camp')).toEqual(['Campaigns', 'New campaign']);
  });

  it('finds entries by words that are not in their label', () => {
    expect(labels('appear')).toEqual(['Use dark theme']);
  });

  it.each(['', 'offers'])('finds nothing for %j', (typed) => {
    expect(labels(typed)).toEqual([]);
  });
});

describe('neighborOf', () => {
  const [first, second, third] = [entry('a'), entry('b'), entry('c')];
  const entries = [first, second, third];

  it.each([
    ['the next entry', first, 1, 'b'],
    ['the previous entry', second, -1, 'a'],
    ['the first entry after the last', third, 1, 'a'],
    ['the last entry before the first', first, -1, 'c'],
  ])('returns %s', (_, active, by, id) => {
    expect(neighborOf(entries, active, by)?.id).toBe(id);
  });

  it('returns the first entry if none is active, and nothing in an empty list', () => {
    expect(neighborOf(entries, undefined, 1)?.id).toBe('a');
    expect(neighborOf([], undefined, 1)).toBeUndefined();
  });
});

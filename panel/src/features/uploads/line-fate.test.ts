import { describe, expect, it } from 'vitest';
import { fateShown, readFate } from './line-fate.ts';

describe('fateShown', () => {
  it('shows skipped lines first, and all lines if none was skipped', () => {
    expect(fateShown(undefined, { refused: 2 })).toBe('refused');
    expect(fateShown(undefined, { refused: 0 })).toBe('all');
  });

  it('switches to skipped lines when the first line is skipped during the import', () => {
    const [atStart, later] = [0, 1].map((refused) => fateShown(undefined, { refused }));
    expect([atStart, later]).toEqual(['all', 'refused']);
  });

  it('keeps the lines that the user chose', () => {
    expect(fateShown('all', { refused: 2 })).toBe('all');
    expect(fateShown('taken', { refused: 0 })).toBe('taken');
  });
});

it.each([
  ['taken', 'taken'],
  ['refused', 'refused'],
  ['all', 'all'],
  ['other', 'all'],
])('readFate reads the option %s as %s', (option, fate) => {
  expect(readFate(option)).toBe(fate);
});

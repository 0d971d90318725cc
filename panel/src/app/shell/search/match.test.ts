import { describe, expect, it } from 'vitest';
import { stillMatches, mayBeId, rankOf } from './match.ts';

describe('rankOf', () => {
  it('matches the beginnings of words in any order, ignoring case and diacritics', () => {
    expect(rankOf('sou traf', 'Traffic sources')).toBe(2);
    expect(rankOf('CAFE', 'Café')).toBe(0);
    expect(rankOf('traffic so', 'Traffic sources')).toBe(1);
    expect(rankOf('dark', 'Use dark theme')).toBe(2);
  });

  it('ranks keyword matches below label matches', () => {
    expect(rankOf('log out', 'Sign out', 'log out leave')).toBe(3);
  });

  it('ignores the middle of a word and text without letters', () => {
    expect(rankOf('ources', 'Traffic sources')).toBeUndefined();
    expect(rankOf('sources of light', 'Traffic sources')).toBeUndefined();
    expect(rankOf('  ', 'Traffic sources')).toBeUndefined();
    expect(rankOf('-', 'Traffic sources')).toBeUndefined();
  });
});

it('stillMatches keeps a hit while its name, host, short name or ID contains the text', () => {
  const hit = {
    id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21',
    name: 'Spring sale',
    host: 'shop.example',
    shortName: 'spr',
  };
  for (const typed of ['ring s', 'SHOP', 'spr', '01a1dd2b']) expect(stillMatches(typed, hit)).toBe(true);
  expect(stillMatches('springs', hit)).toBe(false);
});

it('mayBeId accepts a long word, or a word with a digit or punctuation', () => {
  for (const text of ['T-10482', 'ADS-5521-77', 'wXyZabcdEfGhIjKl', '9f3a'])
    expect(mayBeId(text), text).toBe(true);
  for (const text of ['spring', 'spring 2026', 'T1', '', 'x'.repeat(201)])
    expect(mayBeId(text), text).toBe(false);
});

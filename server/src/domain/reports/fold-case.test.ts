import { describe, expect, it } from 'vitest';
import { foldCase } from './fold-case.ts';

// Applies the mapping in the same way as both traffic stores.
function finds(sought: string, text: string): boolean {
  const { from, to, texts } = foldCase([sought]);
  const [froms, tos] = [[...from], [...to]];
  const folded = [...text].map((one) => tos[froms.indexOf(one)] ?? one).join('');
  return texts.some((one) => folded.includes(one));
}

describe('foldCase', () => {
  it.each([
    ['banner', 'Top BANNER 7'],
    ['BANNER', 'banner'],
    ['Österreich', 'in öSTERREICH'],
    ['КЛЮЧ', 'ключевое слово'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İ', 'İstanbul'],
    ['straße', 'STRAßE'],
    ['𐐀', 'a 𐐨 b'],
    ['a%_\\b', 'xA%_\\By'],
  ])('finds %s in %s', (sought, text) => {
    expect(finds(sought, text)).toBe(true);
  });

  it.each([
    ['banner', 'baner'],
    ['i', 'ı'],
    ['ö', 'o'],
  ])('does not find %s in %s', (sought, text) => {
    expect(finds(sought, text)).toBe(false);
  });

  it('returns an empty mapping for text without cased letters', () => {
    expect(foldCase(['7,5 %', '日本'])).toEqual({ from: '', to: '', texts: ['7,5 %', '日本'] });
  });

  it('maps each letter only once, even if the texts contain several forms of the letter', () => {
    const { from, to } = foldCase(['ς', 'σ', 'Σ', 'K', 'k', '\u212A']);
    expect(new Set(from).size).toBe([...from].length);
    expect([...from].length).toBe([...to].length);
  });
});

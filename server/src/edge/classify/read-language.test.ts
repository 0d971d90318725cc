import { describe, expect, it } from 'vitest';
import { readLanguage } from './read-language.ts';

describe('the language of a visitor', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['EN-us', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['pt_BR', 'pt'],
    ['fil-PH,fil;q=0.9', 'fil'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['en;q=0, fr;q=0.1', 'fr'],
    ['*, de;q=0.5', 'de'],
    [' ru ', 'ru'],
    ['en;q=high,de;q=0.2', 'de'],
    ['*', undefined],
    ['', undefined],
    ['english', undefined],
    ['e', undefined],
    ['12', undefined],
    [';;;,,,', undefined],
    [`${'x'.repeat(9_999)},de`, undefined],
  ])('%s is %s', (header, expected) => {
    expect(readLanguage(header)).toBe(expected);
    expect(readLanguage(header)).toBe(expected);
  });

  it('is unknown without a header', () => {
    expect(readLanguage(undefined)).toBeUndefined();
  });
});

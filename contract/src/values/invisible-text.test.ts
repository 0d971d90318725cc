import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showInvisible, showInvisibleIn } from './invisible-text.ts';

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

describe('showInvisible', () => {
  it.each([
    ['zero-width space', 'a\u200bb', 'a[U+200B]b'],
    ['bidi override', 'pdf\u202egpj.exe', 'pdf[U+202E]gpj.exe'],
    ['bidi isolate', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['Unicode tags', `hi${tags('go')}`, 'hi[U+E0067 U+E006F]'],
    ['variation selectors', 'a\ufe01\u{e0101}', 'a[U+FE01 U+E0101]'],
    ['byte order mark', '\ufeff=1', '[U+FEFF]=1'],
    ['soft hyphen', 'pay\u00adpal', 'pay[U+00AD]pal'],
    ['Hangul filler', '\u3164', '[U+3164]'],
    ['braille blank', '\u2800', '[U+2800]'],
    ['line separator', 'a\u2028b', 'a[U+2028]b'],
    ['escape sequence', '\u001b[31m', '[U+001B][31m'],
    ['C1 control', 'a\u0085b', 'a[U+0085]b'],
    ['joiner between Latin letters', 'a\u200db', 'a[U+200D]b'],
    ['several variation selectors after an emoji', '❤\ufe0f\ufe0f', '❤\ufe0f[U+FE0F]'],
    ['tags after a flag', `🏴${tags('x')}`, '🏴[U+E0078]'],
  ])('escapes %s', (_, text, shown) => {
    expect(showInvisible(text)).toBe(shown);
  });

  it.each(['Köln 😀', 'two\nlines\tand\r\n', '❤️ 1️⃣', '👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈', 'می‌خواهم', 'क्‍ष', '日本語　キーワード', ''])(
    'leaves %j unchanged',
    (text) => expect(showInvisible(text)).toBe(text),
  );

  it('leaves no invisible character and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = showInvisible(text);
        expect(shown).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e0fff}]/u);
        expect(showInvisible(shown)).toBe(shown);
      }),
    );
  });
});

it('showInvisibleIn escapes all strings, including property names', () => {
  const at = new Date(0);
  expect(showInvisibleIn({ rows: [{ 'k\u200b': 'v\u202e', n: 1, none: null, at }] })).toEqual({
    rows: [{ 'k[U+200B]': 'v[U+202E]', n: 1, none: null, at }],
  });
});

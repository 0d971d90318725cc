import { readPattern } from '@waypost/contract/conditions/pattern.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternMatcher } from './text-matcher.ts';

const pieces =
  'a b 0 . ^ $ | ( ) (?: [ ] [^ * + ? *? - , é 😀 \\d \\w \\b \\B \\D \\S \\. \\( {2} {1,3} {0,2} {2,} [a-c] [^b]';
const piece = fc.constantFrom(' ', ...pieces.split(' '));
const pattern = fc.array(piece, { minLength: 1, maxLength: 10 }).map((list) => list.join(''));

describe('patternMatcher', () => {
  it('runs every pattern that the contract accepts and finds the same matches as JavaScript', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abAB0. (-é😀'), maxLength: 12 });
    let accepted = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
        if ('problem' in readPattern(source)) return;
        // JavaScript matches \B even between the two halves of a surrogate pair.
        if (source.includes('\\B') && texts.some((sample) => sample.includes('😀'))) return;
        accepted += 1;
        const matcher = patternMatcher([source]);
        for (const sample of texts) expect(matcher(sample)).toBe(new RegExp(source, 'isu').test(sample));
      }),
      { numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('runs every accepted pattern that consists of arbitrary characters', () => {
    const punctuation = fc.constantFrom(...'\\[](){}|*+?^$.-,:=!<>&#~`\'"/@%_;0159dDwWsSbBnrtpPQEAzxu ');
    fc.assert(
      fc.property(fc.string({ unit: punctuation, minLength: 1, maxLength: 16 }), (source) => {
        if ('problem' in readPattern(source)) return;
        expect(() => patternMatcher([source])('some text')).not.toThrow();
      }),
      { numRuns: 5_000 },
    );
  });

  it('runs patterns at the limits of the contract', () => {
    const limits = [
      'a{200}',
      '(a{10}){20}',
      '(((){5}){5}){8}',
      `${'('.repeat(256)}${')'.repeat(256)}`,
      '(a|b|){50}',
    ];
    for (const source of limits) {
      expect(readPattern(source)).toHaveProperty('steps');
      expect(patternMatcher([source])('a'.repeat(300))).toBe(true);
    }
  });

  it('matches any of several patterns anywhere in a text, ignoring case and across line breaks', () => {
    const matcher = patternMatcher(['fban', 'x.y']);
    expect([matcher('[FBAN/FBIOS]'), matcher('ax\nyb'), matcher('safari')]).toEqual([true, true, false]);
  });

  it.each([
    ['(a+)+$', `${'a'.repeat(4_000)}!`],
    ['(a|a)*b', 'a'.repeat(4_000)],
    ['(.*)*x', 'y'.repeat(4_000)],
    ['(a?){99}a{99}b', 'a'.repeat(4_000)],
    ['a[ab]{190}c', 'abbab'.repeat(800)],
    ['(x+x+)+y', 'x'.repeat(4_000)],
  ])('stays fast for %s, which makes backtracking engines hang', (source, text) => {
    expect(readPattern(source)).toHaveProperty('steps');
    const start = performance.now();
    expect(patternMatcher([source])(text)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

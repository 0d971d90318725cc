import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from './pattern.ts';

function stepsOf(pattern: string): number | undefined {
  const reading = readPattern(pattern);
  return 'steps' in reading ? reading.steps : undefined;
}

describe('readPattern', () => {
  it.each([
    ['abc', 3],
    ['a|b', 3],
    ['a|', 2],
    ['^https?://', 9],
    ['(ab)+', 2],
    ['(?:ab){3}', 6],
    ['(a{2,5}){4}', 20],
    ['a{3,}', 4],
    ['a{0}', 1],
    ['()', 1],
    ['(){9}', 9],
    ['[a-z0-9_-]{2}', 2],
    ['[^a-c\\d]', 1],
    ['[]', undefined],
    ['[\\]\\[\\\\]', 1],
    ['[-a]', 1],
    ['[a-z-9]', 1],
    ['\\d+\\.\\d+', 3],
    ['\\bfb(an|av)\\b', 9],
    ['a.*?b', 3],
    ['ü😀', 2],
    ['a{200}', 200],
    ['a{201}', undefined],
    ['(a{20}){20}', undefined],
    ['((((a{10}){10}){10}){10}){10}', undefined],
  ])('counts the steps of %s: %s', (pattern, steps) => {
    expect(stepsOf(pattern)).toBe(steps);
  });

  it.each([
    ['(a', 'unclosed (, at character 2'],
    ['a)', 'unmatched ), at character 1'],
    ['[a', 'unclosed ['],
    ['[^]', 'empty character class'],
    ['[z-a]', 'range out of order'],
    ['[a-\\d]', 'a range needs a single character at both ends'],
    ['[\\w-z]', 'a range needs a single character at both ends'],
    ['[[:alpha:]]', '[ must be escaped with a backslash'],
    ['*a', 'nothing to repeat'],
    ['a|+', 'nothing to repeat'],
    ['(?:*)', 'nothing to repeat'],
    ['a**', 'nothing to repeat'],
    ['a{2}{3}', '{ must be escaped with a backslash'],
    ['^*', 'nothing to repeat'],
    ['\\b+', 'nothing to repeat'],
    ['a{2,1}', 'repetition out of order'],
    ['a{,3}', '{ must start a repetition such as {2}, {2,} or {2,5}'],
    ['a{b}', '{ must start a repetition such as {2}, {2,} or {2,5}'],
    ['a}', '} must be escaped with a backslash'],
    [']', '] must be escaped with a backslash'],
    ['a\\', 'trailing backslash'],
    ['(a)\\1', '\\1 is not supported'],
    ['\\p{L}', '\\p is not supported'],
    ['\\Q', '\\Q is not supported'],
    ['[\\b]', '\\b is not supported'],
    ['\\é', '\\é is not supported'],
    ['a(?=b)', 'only (?:…) is supported'],
    ['(?<!a)b', 'only (?:…) is supported'],
    ['(?<name>a)', 'only (?:…) is supported'],
    ['(?i)a', 'only (?:…) is supported'],
    ['a{9999}', 'more than 200 steps'],
  ])('rejects %s: %s', (pattern, problem) => {
    expect(readPattern(pattern)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('accepts only patterns that JavaScript accepts, because the panel checks them in JavaScript', () => {
    const piece = fc.constantFrom(
      ...'ab01.^$|()[]{}*+?-\\,d:wé ',
      '(?:',
      '{2}',
      '{1,3}',
      '\\d',
      '[a',
      '[^',
      '-z]',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(pattern, (text) => {
        // Skips escapes that Waypost accepts but JavaScript's Unicode mode rejects.
        fc.pre(!/\\[ ,:-]/.test(text));
        if (stepsOf(text) !== undefined) expect(() => new RegExp(text, 'u')).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });

  it('parses the longest and deepest pattern without delay', () => {
    expect(stepsOf('('.repeat(256) + ')'.repeat(256))).toBe(1);
    expect(stepsOf('['.repeat(512))).toBeUndefined();
    expect(stepsOf('(a{9}'.repeat(100))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { formatMacros, formatState, formatVerdict } from './format-routing-test.ts';

describe('formatState', () => {
  it.each([
    [{ share: 75, state: 'open', isKept: false }, '75%'],
    [{ share: 100, state: 'open', isKept: true }, '100%, sticky'],
    [{ share: 0, state: 'full', isKept: false }, '0%, cap reached'],
    [{ share: 0, state: 'weightless', isKept: false }, '0%, weight 0'],
    [{ share: 0, state: 'archived', isKept: true }, '0%, archived, sticky'],
  ])('formats %j as "%s"', (item, text) => {
    expect(formatState(item)).toBe(text);
  });
});

describe('formatMacros', () => {
  it.each([
    [['filled'], '1 macro'],
    [['filled', 'filled'], '2 macros'],
    [['filled', 'empty', 'empty'], '3 macros, 2 empty'],
    [['unknown', 'empty'], '2 macros, 1 empty, 1 unknown'],
  ])('formats the states %j as "%s"', (states, text) => {
    expect(formatMacros(states.map((state) => ({ state })))).toBe(text);
  });
});

describe('formatVerdict', () => {
  it.each([
    [{ isServed: false, wins: false, holds: true }, 'skipped'],
    [{ isServed: true, wins: true, holds: true }, 'matched'],
    [{ isServed: true, wins: false, holds: null }, 'unknown'],
    [{ isServed: true, wins: false, holds: true }, 'matches, but an earlier rule wins'],
    [{ isServed: true, wins: false, holds: false }, 'no match'],
  ])('describes the rule %j as "%s"', (rule, text) => {
    expect(formatVerdict(rule)).toBe(text);
  });
});

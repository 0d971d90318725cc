import { macroNames, macros } from '@waypost/contract/visits/macros.ts';
import { expect, it } from 'vitest';
import { splitCode } from './split-code.ts';

it('splitCode separates code in backticks from text', () => {
  expect(splitCode('`a` or `b`, such as DE')).toEqual([
    { text: 'a', isCode: true },
    { text: ' or ', isCode: false },
    { text: 'b', isCode: true },
    { text: ', such as DE', isCode: false },
  ]);
  expect(splitCode('plain')).toEqual([{ text: 'plain', isCode: false }]);
});

it('splitCode leaves no backtick in the help of any macro', () => {
  const shown = macroNames.flatMap((name) => splitCode(macros[name].meaning)).map(({ text }) => text);
  expect(shown.filter((text) => text.includes('`'))).toEqual([]);
});

it.each([
  ['', []],
  ['`a', ['`a']],
  ['a``b', ['a``b']],
  ['a `b', ['a `b']],
])('splitCode leaves "%s" as text, because it contains no complete code span', (text, pieces) => {
  expect(splitCode(text)).toEqual(pieces.map((piece) => ({ text: piece, isCode: false })));
});

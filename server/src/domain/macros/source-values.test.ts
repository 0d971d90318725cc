import { describe, expect, it } from 'vitest';
import { filledValue, sourceReader } from './source-values.ts';

type Source = Parameters<typeof sourceReader>[0];
const none: Source = { clickIdParam: null, costParam: null, tokens: [] };
const read = (source: Partial<Source>, params: Record<string, string>) =>
  sourceReader({ ...none, ...source })((name) => params[name]);
const tokensAt = (...entries: [index: number, value: string][]) => {
  const tokens = Array.from({ length: 15 }, (): string | undefined => undefined);
  for (const [index, value] of entries) tokens[index - 1] = value;
  return tokens;
};

describe('the values of a traffic source', () => {
  it('are read from the parameters that its record names', () => {
    const source = {
      clickIdParam: 'sid',
      costParam: 'bid',
      tokens: [
        { index: 2, param: 'zone' },
        { index: 15, param: 'last' },
      ],
    };
    const params = { sid: ' s1 ', bid: '0.5', zone: '7', last: 'z', token1: 'not asked for' };
    expect(read(source, params)).toEqual({
      externalId: 's1',
      cost: '0.5',
      tokens: tokensAt([2, '7'], [15, 'z']),
    });
  });

  it('are the usual tokens where it names none', () => {
    expect(read({}, { token1: 'a', token15: 'b', token16: 'c', sid: 's' })).toEqual({
      externalId: undefined,
      cost: undefined,
      tokens: tokensAt([1, 'a'], [15, 'b']),
    });
  });

  it('leave out tokens beyond the fifteen', () => {
    const tokens = [0, 1, 16].map((index) => ({ index, param: `p${index}` }));
    expect(read({ tokens }, { p0: 'x', p1: 'a', p16: 'y' }).tokens).toEqual(tokensAt([1, 'a']));
  });

  it('are read by one reader for sources with the same names, and by another one for others', () => {
    const reader = sourceReader({ ...none, clickIdParam: 'a' });
    expect(sourceReader({ ...none, clickIdParam: 'a' })).toBe(reader);
    expect(sourceReader({ ...none, clickIdParam: 'b' })).not.toBe(reader);
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['  ', undefined],
  ['{zoneid}', undefined],
  [' 7 ', '7'],
])('the parameter %j has the value %j', (sent, value) => {
  expect(filledValue(sent)).toBe(value);
});

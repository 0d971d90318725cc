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

describe('sourceReader', () => {
  it('reads the source’s parameters', () => {
    const source = {
      clickIdParam: 'sid',
      costParam: 'bid',
      tokens: [
        { index: 2, param: 'zone' },
        { index: 15, param: 'last' },
      ],
    };
    const params = { sid: ' s1 ', bid: '0.5', zone: '7', last: 'z', token1: 'ignored' };
    expect(read(source, params)).toEqual({
      externalId: 's1',
      cost: '0.5',
      tokens: tokensAt([2, '7'], [15, 'z']),
    });
  });

  it('reads token1 to token15 if the source has no tokens', () => {
    expect(read({}, { token1: 'a', token15: 'b', token16: 'c', sid: 's' })).toEqual({
      externalId: undefined,
      cost: undefined,
      tokens: tokensAt([1, 'a'], [15, 'b']),
    });
  });

  it('ignores tokens whose number is not between 1 and 15', () => {
    const tokens = [0, 1, 16].map((index) => ({ index, param: `p${index}` }));
    expect(read({ tokens }, { p0: 'x', p1: 'a', p16: 'y' }).tokens).toEqual(tokensAt([1, 'a']));
  });

  it('shares a reader between sources with the same parameter names', () => {
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
])('filledValue reads %j as %j', (sent, value) => {
  expect(filledValue(sent)).toBe(value);
});

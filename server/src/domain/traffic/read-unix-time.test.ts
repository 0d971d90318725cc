import { describe, expect, it } from 'vitest';
import { readUnixTime } from './read-unix-time.ts';

describe('readUnixTime', () => {
  it('takes a second as a whole', () => {
    expect(readUnixTime('1794821400')).toEqual({ firstMs: 1_794_821_400_000, lastMs: 1_794_821_400_999 });
    expect(readUnixTime('0')).toEqual({ firstMs: 0, lastMs: 999 });
  });

  it('takes a millisecond as it is', () => {
    expect(readUnixTime('1794821400007')).toEqual({ firstMs: 1_794_821_400_007, lastMs: 1_794_821_400_007 });
  });

  it.each(['', '-1', '1.5', '1e9', ' 1', '1794821400s', '１', '999999999999999'])('is not %j', (text) => {
    expect(readUnixTime(text)).toBeUndefined();
  });
});

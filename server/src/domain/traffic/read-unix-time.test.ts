import { describe, expect, it } from 'vitest';
import { readUnixTime } from './read-unix-time.ts';

describe('readUnixTime', () => {
  it('reads seconds as a range of one second', () => {
    expect(readUnixTime('1794821400')).toEqual({ firstMs: 1_794_821_400_000, lastMs: 1_794_821_400_999 });
    expect(readUnixTime('0')).toEqual({ firstMs: 0, lastMs: 999 });
  });

  it('reads milliseconds', () => {
    expect(readUnixTime('1794821400007')).toEqual({ firstMs: 1_794_821_400_007, lastMs: 1_794_821_400_007 });
  });

  it.each(['', '-1', '1.5', '1e9', ' 1', '1794821400s', '１', '999999999999999'])('rejects %j', (text) => {
    expect(readUnixTime(text)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { TwoGenerationCache } from './two-generation-cache.ts';

describe('TwoGenerationCache', () => {
  it('never exceeds its limit', () => {
    const cache = new TwoGenerationCache<number, number>(100);
    for (let key = 0; key < 10_000; key += 1) {
      cache.set(key, key);
      expect(cache.size).toBeLessThanOrEqual(100);
    }
  });

  it('keeps entries that are read and drops the others', () => {
    const cache = new TwoGenerationCache<string, number>(10);
    cache.set('used', 1);
    cache.set('unused', 2);
    for (let key = 0; key < 40; key += 1) {
      cache.set(`other ${key}`, key);
      expect(cache.get('used')).toBe(1);
    }
    expect(cache.get('unused')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { periodBefore } from './period-before.ts';

const at = (text: string) => Date.parse(text);
const today = { fromMs: at('2026-11-16T00:00:00Z'), toMs: at('2026-11-17T00:00:00Z') - 1 };

describe('periodBefore', () => {
  it('returns the period of the same length that ends where the given period starts', () => {
    expect(periodBefore(today, at('2026-11-18T09:00:00Z'))).toEqual({
      fromMs: at('2026-11-15T00:00:00Z'),
      toMs: at('2026-11-16T00:00:00Z') - 1,
    });
  });

  it('returns only as many hours as have started if the period is not over', () => {
    expect(periodBefore(today, at('2026-11-16T10:23:00Z'))).toEqual({
      fromMs: at('2026-11-15T00:00:00Z'),
      toMs: at('2026-11-15T11:00:00Z') - 1,
    });
    expect(periodBefore(today, at('2026-11-16T23:59:00Z')).toMs).toBe(at('2026-11-16T00:00:00Z') - 1);
  });

  it('returns a full period if the given period has not started', () => {
    expect(periodBefore(today, at('2026-11-10T10:00:00Z')).toMs).toBe(at('2026-11-16T00:00:00Z') - 1);
  });
});

import { describe, expect, it } from 'vitest';
import { optionsOf } from './filter-options.ts';

describe('optionsOf', () => {
  it('offers all countries, not only those in the report', () => {
    const options = optionsOf('country', ['DE'], {}) ?? [];
    expect(options.length).toBeGreaterThan(200);
    expect(options).toContainEqual(expect.objectContaining({ value: 'FR' }));
  });

  it('offers the values of a dimension with a fixed list', () => {
    expect(optionsOf('deviceType', [], {})?.map(({ value }) => value)).toContain('mobile');
  });

  it('offers the records in the report by name, without the unknown value', () => {
    expect(optionsOf('path', ['p1', null, 'p2'], { p1: 'Main' })).toEqual([
      { value: 'p1', label: 'Main' },
      { value: 'p2', label: expect.any(String) },
    ]);
  });

  it('returns undefined for a dimension that accepts any text', () => {
    expect(optionsOf('city', ['Berlin'], {})).toBeUndefined();
  });
});

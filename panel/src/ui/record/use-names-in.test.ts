import { describe, expect, it } from 'vitest';
import { idsIn } from './use-names-in.ts';

const id = (at: number) => `0198c5a2-7b1e-7c3d-9e4f-${String(at).padStart(12, '0')}`;

describe('idsIn', () => {
  it('finds IDs at any depth and inside text', () => {
    expect(idsIn({ rules: [{ paths: [{ id: id(2) }] }], note: `see ${id(1)}.` })).toEqual([id(1), id(2)]);
  });

  it('returns each ID once, in an order that does not depend on the order of values', () => {
    expect(idsIn([id(3), id(1), id(3)])).toEqual(idsIn([id(1), id(3)]));
  });

  it('ignores values that are not IDs', () => {
    expect(idsIn(['new-1', '', null, undefined, 7, id(1).slice(1)])).toEqual([]);
  });

  it('returns at most 200 IDs, because they are part of a URL', () => {
    expect(idsIn(Array.from({ length: 300 }, (_, at) => id(at)))).toHaveLength(200);
  });
});

import { expect, it } from 'vitest';
import { listDifferences } from './list-differences.ts';

it('listDifferences lists changed, added and removed fields by path', () => {
  const before = { name: 'One', cost: { mode: 'none', amount: 0 }, caps: [1], gone: true };
  const after = { name: 'One', cost: { mode: 'cpc', amount: 0 }, caps: [1, 2], added: 'x' };
  expect(listDifferences(before, after)).toEqual([
    { path: 'cost.mode', before: 'none', after: 'cpc' },
    { path: 'caps', before: [1], after: [1, 2] },
    { path: 'gone', before: true, after: undefined },
    { path: 'added', before: undefined, after: 'x' },
  ]);
});

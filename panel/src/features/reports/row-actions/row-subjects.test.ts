import { expect, it } from 'vitest';
import { subjectsOf } from './row-subjects.ts';

const id = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21';

it('subjectsOf finds what a row stands for', () => {
  const values = { campaign: id, token1: '17', offer: 'o1', day: '2026-11-16', country: 'DE' };
  const found = subjectsOf(values, {
    dimensions: ['campaign', 'token1', 'offer', 'day', 'country'],
    filters: [],
  });
  expect(found.campaignId).toBe(id);
  expect(found.toBlock).toEqual([
    { field: 'token1', value: '17' },
    { field: 'country', value: 'DE' },
  ]);
  expect(found.weighted).toEqual([{ field: 'offer', value: 'o1' }]);
  expect(found.values.map(({ field }) => field)).toEqual(['campaign', 'token1', 'offer', 'day', 'country']);
});

it('subjectsOf takes the campaign from a filter with one value', () => {
  const find = (op: 'is' | 'isNot', values: string[]) =>
    subjectsOf({ token1: '17' }, { dimensions: ['token1'], filters: [{ field: 'campaign', op, values }] })
      .campaignId;
  expect(find('is', [id])).toBe(id);
  expect(find('is', [id, 'other'])).toBeUndefined();
  expect(find('isNot', [id])).toBeUndefined();
});

it('subjectsOf never blocks an unknown value, a time, a version or a tag', () => {
  const found = subjectsOf(
    { token1: null, hourOfDay: 3, configVersion: 2, tag: 'x' },
    { dimensions: ['token1', 'hourOfDay', 'configVersion', 'tag'], filters: [] },
  );
  expect(found.toBlock).toEqual([]);
});

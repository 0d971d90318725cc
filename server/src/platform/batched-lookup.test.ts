import { expect, test } from 'vitest';
import { BatchedLookup } from './batched-lookup.ts';

function makeLookup() {
  const loads: { keys: number[]; end: () => void; fail: () => void }[] = [];
  const lookup = new BatchedLookup<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        loads.push({
          keys,
          end: () => resolve(new Map(keys.filter((key) => key < 100).map((key) => [key, `value ${key}`]))),
          fail: () => reject(new Error('away')),
        });
      }),
  );
  return { lookup, loads };
}

test('BatchedLookup combines simultaneous lookups into one load and returns undefined for unknown keys', async () => {
  const { lookup, loads } = makeLookup();
  const values = Promise.all([lookup.find(1), lookup.find(2), lookup.find(1), lookup.find(100)]);
  await expect.poll(() => loads.length).toBeGreaterThan(0);
  for (const load of loads) load.end();
  expect(await values).toEqual(['value 1', 'value 2', 'value 1', undefined]);
  expect(loads.flatMap(({ keys }) => keys).toSorted((a, b) => a - b)).toEqual([1, 2, 100]);
});

test('BatchedLookup does not answer a lookup from a load that started before the lookup', async () => {
  const { lookup, loads } = makeLookup();
  const first = lookup.find(1);
  await expect.poll(() => loads.length).toBe(1);
  const second = lookup.find(1);
  await expect.poll(() => loads.length).toBe(2);
  const third = lookup.find(1);
  let isResolved = false;
  void third.then(() => (isResolved = true));
  loads[0]?.end();
  await first;
  await expect.poll(() => loads.length).toBe(3);
  expect(isResolved).toBe(false);
  loads[1]?.end();
  loads[2]?.end();
  expect(await Promise.all([second, third])).toEqual(['value 1', 'value 1']);
});

test('BatchedLookup rejects only the lookups in a failed load', async () => {
  const { lookup, loads } = makeLookup();
  const first = lookup.find(1);
  await expect.poll(() => loads.length).toBe(1);
  loads[0]?.fail();
  await expect(first).rejects.toThrow('away');
  const second = lookup.find(1);
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.end();
  expect(await second).toBe('value 1');
});

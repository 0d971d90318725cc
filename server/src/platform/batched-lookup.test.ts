import { expect, test } from 'vitest';
import { BatchedLookup } from './batched-lookup.ts';

/** A lookup whose loads end when the test says so. */
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

test('those who ask in the same moment share a load, each key once, and unknown keys have no value', async () => {
  const { lookup, loads } = makeLookup();
  const answers = Promise.all([lookup.find(1), lookup.find(2), lookup.find(1), lookup.find(100)]);
  await expect.poll(() => loads.length).toBeGreaterThan(0);
  for (const load of loads) load.end();
  expect(await answers).toEqual(['value 1', 'value 2', 'value 1', undefined]);
  expect(loads.flatMap(({ keys }) => keys).toSorted((a, b) => a - b)).toEqual([1, 2, 100]);
});

test('who comes during a load is not answered by it', async () => {
  const { lookup, loads } = makeLookup();
  const first = lookup.find(1);
  await expect.poll(() => loads.length).toBe(1);
  const second = lookup.find(1);
  await expect.poll(() => loads.length).toBe(2);
  const third = lookup.find(1);
  let isAnswered = false;
  void third.then(() => (isAnswered = true));
  loads[0]?.end();
  await first;
  await expect.poll(() => loads.length).toBe(3);
  expect(isAnswered).toBe(false);
  loads[1]?.end();
  loads[2]?.end();
  expect(await Promise.all([second, third])).toEqual(['value 1', 'value 1']);
});

test('a load that fails fails those who waited for it and nobody else', async () => {
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

import { expect, test, vi } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** Work that ends when the test says so. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isBegun = false;
  return {
    run: () => {
      isBegun = true;
      return promise;
    },
    end: () => resolve('done'),
    isBegun: () => isBegun,
  };
}

test('one party has at most its share at once, in the order of asking, and others are not held up', async () => {
  const turns = new FairTurns(2, 1_000);
  const works = Array.from({ length: 4 }, makeWork);
  const other = makeWork();
  const results = works.map((work) => turns.take('busy', work.run));
  const otherResult = turns.take('other', other.run);
  expect(works.map((work) => work.isBegun())).toEqual([true, true, false, false]);
  expect(other.isBegun()).toBe(true);
  works[1]?.end();
  await results[1];
  await expect.poll(() => works.map((work) => work.isBegun())).toEqual([true, true, true, false]);
  for (const work of [...works, other]) work.end();
  expect(await Promise.all([...results, otherResult])).toEqual(Array.from({ length: 5 }, () => 'done'));
});

test('a place that is left by a failure is free again', async () => {
  const turns = new FairTurns(1, 1_000);
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', () => Promise.resolve(1))).toBe(1);
});

test('who waits too long is told so, and takes nobody else’s turn', async () => {
  vi.useFakeTimers();
  try {
    const turns = new FairTurns(1, 1_000);
    const first = makeWork();
    const running = turns.take('a', first.run);
    const late = turns.take('a', () => Promise.resolve('late'));
    const refused = expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(1_001);
    await refused;
    const next = turns.take('a', () => Promise.resolve('next'));
    first.end();
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

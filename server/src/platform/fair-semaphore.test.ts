import { expect, test, vi } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const refusal = new Error('there is no room');

function makeTurns(options: {
  share: number;
  total?: number;
  waitingMax?: number;
  waitMs?: number;
}): FairSemaphore {
  return new FairSemaphore({ ...options, refuse: () => refusal });
}

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
  const turns = makeTurns({ share: 2 });
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
  const turns = makeTurns({ share: 1, waitMs: 1_000 });
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', () => Promise.resolve(1))).toBe(1);
});

test('who waits too long is told so, and takes nobody else’s turn', async () => {
  vi.useFakeTimers();
  try {
    const turns = makeTurns({ share: 1, waitMs: 1_000 });
    const first = makeWork();
    const running = turns.take('a', first.run);
    const late = turns.take('a', () => Promise.resolve('late'));
    const refused = expect(late).rejects.toBe(refusal);
    await vi.advanceTimersByTimeAsync(1_001);
    await refused;
    const next = turns.take('a', () => Promise.resolve('next'));
    first.end();
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('no more wait than may, and who comes then is refused at once', async () => {
  const turns = makeTurns({ share: 1, waitingMax: 1 });
  const first = makeWork();
  const running = turns.take('a', first.run);
  const waiting = turns.take('a', () => Promise.resolve('waited'));
  await expect(turns.take('a', first.run)).rejects.toBe(refusal);
  first.end();
  expect(await Promise.all([running, waiting])).toEqual(['done', 'waited']);
});

test('beyond the total nobody gets in, whoever they are, until one has ended', async () => {
  const turns = makeTurns({ share: 2, total: 3, waitingMax: 0 });
  const works = Array.from({ length: 3 }, makeWork);
  const running = works.map((work, index) => turns.take(index < 2 ? 'a' : 'b', work.run));
  expect(turns.underWay).toBe(3);
  await expect(turns.take('c', () => Promise.resolve('no'))).rejects.toBe(refusal);
  works[0]?.end();
  await running[0];
  expect(await turns.take('c', () => Promise.resolve('yes'))).toBe('yes');
  for (const work of works) work.end();
  await Promise.all(running);
  expect(turns.underWay).toBe(0);
});

test('one that was handed over counts once, for its party and for all', async () => {
  const turns = makeTurns({ share: 1, total: 2 });
  const [first, second] = [makeWork(), makeWork()];
  const running = [turns.take('a', first.run), turns.take('a', second.run)];
  first.end();
  await running[0];
  await expect.poll(() => second.isBegun()).toBe(true);
  expect(turns.underWay).toBe(1);
  second.end();
  await Promise.all(running);
  expect(turns.underWay).toBe(0);
});

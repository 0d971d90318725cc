import { expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const refusal = new Error('there is no room');

function makeQueue(options: { atOnceMax?: number; waitingMax?: number; waitingTotalMax?: number } = {}) {
  return new FairQueue({
    atOnceMax: 1,
    waitingMax: 100,
    waitingTotalMax: 1_000,
    waitMs: 10_000,
    refuse: () => refusal,
    ...options,
  });
}

/** A queue whose works end when the test says so, and the order in which they began. */
function follow(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string) =>
    queue.take(name.slice(0, 1), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, endOne };
}

test('who comes alone waits for one of the flood, not for all of it', async () => {
  const { begun, ask, endOne } = follow(makeQueue());
  const asked = Array.from({ length: 60 }, (_, index) => ask(`a${index}`));
  asked.push(ask('b0'), ask('c0'), ask('c1'));
  for (let count = 0; count < 63; count += 1) await endOne();
  expect(begun.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'c1', 'a3']);
  expect(await Promise.all(asked)).toHaveLength(63);
});

test('no more run at once than may, and a place is handed to whom it is due', async () => {
  const { begun, ask, endOne } = follow(makeQueue({ atOnceMax: 2 }));
  void ask('a0');
  void ask('a1');
  void ask('a2');
  expect(begun).toEqual(['a0', 'a1']);
  await endOne();
  void ask('b0');
  expect(begun).toEqual(['a0', 'a1', 'a2']);
  await endOne();
  expect(begun).toEqual(['a0', 'a1', 'a2', 'b0']);
});

test('a line that is full refuses its own party, and lets others wait', async () => {
  const { begun, ask, endOne } = follow(makeQueue({ waitingMax: 2 }));
  const asked = [ask('a0'), ask('a1'), ask('a2')];
  await expect(ask('a3')).rejects.toBe(refusal);
  asked.push(ask('b0'));
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2']);
  await Promise.all(asked);
});

test('all together wait only so many', async () => {
  const { ask, endOne } = follow(makeQueue({ waitingTotalMax: 2 }));
  const asked = [ask('a0'), ask('b0'), ask('c0')];
  await expect(ask('d0')).rejects.toBe(refusal);
  for (let count = 0; count < 3; count += 1) await endOne();
  await Promise.all(asked);
});

test('who waits too long is told so, and takes nobody else’s turn', async () => {
  vi.useFakeTimers();
  try {
    const queue = makeQueue();
    const first = Promise.withResolvers<string>();
    const running = queue.take('a', () => first.promise);
    const late = expect(queue.take('b', () => Promise.resolve('late'))).rejects.toBe(refusal);
    await vi.advanceTimersByTimeAsync(10_001);
    await late;
    const next = queue.take('b', () => Promise.resolve('next'));
    first.resolve('done');
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('a place that is left by a failure is free again', async () => {
  const queue = makeQueue();
  await expect(queue.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.take('a', () => Promise.resolve(1))).toBe(1);
});

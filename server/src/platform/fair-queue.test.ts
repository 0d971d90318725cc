import { expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const queueFull = new Error('queue is full');

function makeQueue(options: { concurrencyMax?: number; waitingMax?: number; waitingTotalMax?: number } = {}) {
  return new FairQueue({
    concurrencyMax: 1,
    waitingMax: 100,
    waitingTotalMax: 1_000,
    waitMs: 10_000,
    createError: () => queueFull,
    ...options,
  });
}

function track(queue: FairQueue) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const enqueue = (name: string) =>
    queue.take(name.slice(0, 1), async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { started, enqueue, endOne };
}

test("FairQueue serves keys round-robin, so that a single task does not wait for another key's flood", async () => {
  const { started, enqueue, endOne } = track(makeQueue());
  const tasks = Array.from({ length: 60 }, (_, index) => enqueue(`a${index}`));
  tasks.push(enqueue('b0'), enqueue('c0'), enqueue('c1'));
  for (let count = 0; count < 63; count += 1) await endOne();
  expect(started.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'c1', 'a3']);
  expect(await Promise.all(tasks)).toHaveLength(63);
});

test('FairQueue limits concurrency and hands a free slot to the next waiting task', async () => {
  const { started, enqueue, endOne } = track(makeQueue({ concurrencyMax: 2 }));
  void enqueue('a0');
  void enqueue('a1');
  void enqueue('a2');
  expect(started).toEqual(['a0', 'a1']);
  await endOne();
  void enqueue('b0');
  expect(started).toEqual(['a0', 'a1', 'a2']);
  await endOne();
  expect(started).toEqual(['a0', 'a1', 'a2', 'b0']);
});

test('FairQueue rejects tasks for a key whose queue is full and still queues tasks for other keys', async () => {
  const { started, enqueue, endOne } = track(makeQueue({ waitingMax: 2 }));
  const tasks = [enqueue('a0'), enqueue('a1'), enqueue('a2')];
  await expect(enqueue('a3')).rejects.toBe(queueFull);
  tasks.push(enqueue('b0'));
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(started).toEqual(['a0', 'a1', 'b0', 'a2']);
  await Promise.all(tasks);
});

test('FairQueue limits the total number of waiting tasks', async () => {
  const { enqueue, endOne } = track(makeQueue({ waitingTotalMax: 2 }));
  const tasks = [enqueue('a0'), enqueue('b0'), enqueue('c0')];
  await expect(enqueue('d0')).rejects.toBe(queueFull);
  for (let count = 0; count < 3; count += 1) await endOne();
  await Promise.all(tasks);
});

test('FairQueue rejects a task that waits too long, which then takes no slot', async () => {
  vi.useFakeTimers();
  try {
    const queue = makeQueue();
    const first = Promise.withResolvers<string>();
    const running = queue.take('a', () => first.promise);
    const late = expect(queue.take('b', () => Promise.resolve('late'))).rejects.toBe(queueFull);
    await vi.advanceTimersByTimeAsync(10_001);
    await late;
    const next = queue.take('b', () => Promise.resolve('next'));
    first.resolve('done');
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('FairQueue frees the slot of a failed task', async () => {
  const queue = makeQueue();
  await expect(queue.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.take('a', () => Promise.resolve(1))).toBe(1);
});

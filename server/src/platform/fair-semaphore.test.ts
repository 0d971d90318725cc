import { expect, test, vi } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const limitReached = new Error('limit reached');

function createSemaphore(options: {
  share: number;
  total?: number;
  waitingMax?: number;
  waitMs?: number;
}): FairSemaphore {
  return new FairSemaphore({ ...options, refuse: () => limitReached });
}

function createTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isStarted = false;
  return {
    run: () => {
      isStarted = true;
      return promise;
    },
    end: () => resolve('done'),
    isStarted: () => isStarted,
  };
}

test('FairSemaphore limits each key to its share, in order of arrival, without blocking other keys', async () => {
  const semaphore = createSemaphore({ share: 2 });
  const tasks = Array.from({ length: 4 }, createTask);
  const other = createTask();
  const results = tasks.map((task) => semaphore.take('busy', task.run));
  const otherResult = semaphore.take('other', other.run);
  expect(tasks.map((task) => task.isStarted())).toEqual([true, true, false, false]);
  expect(other.isStarted()).toBe(true);
  tasks[1]?.end();
  await results[1];
  await expect.poll(() => tasks.map((task) => task.isStarted())).toEqual([true, true, true, false]);
  for (const task of [...tasks, other]) task.end();
  expect(await Promise.all([...results, otherResult])).toEqual(Array.from({ length: 5 }, () => 'done'));
});

test('FairSemaphore frees the slot of a failed task', async () => {
  const semaphore = createSemaphore({ share: 1, waitMs: 1_000 });
  await expect(semaphore.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.take('a', () => Promise.resolve(1))).toBe(1);
});

test('FairSemaphore rejects a task that waits too long, which then takes no slot', async () => {
  vi.useFakeTimers();
  try {
    const semaphore = createSemaphore({ share: 1, waitMs: 1_000 });
    const first = createTask();
    const running = semaphore.take('a', first.run);
    const late = semaphore.take('a', () => Promise.resolve('late'));
    const refused = expect(late).rejects.toBe(limitReached);
    await vi.advanceTimersByTimeAsync(1_001);
    await refused;
    const next = semaphore.take('a', () => Promise.resolve('next'));
    first.end();
    expect(await Promise.all([running, next])).toEqual(['done', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('FairSemaphore rejects a task immediately if too many tasks with its key are waiting', async () => {
  const semaphore = createSemaphore({ share: 1, waitingMax: 1 });
  const first = createTask();
  const running = semaphore.take('a', first.run);
  const waiting = semaphore.take('a', () => Promise.resolve('waited'));
  await expect(semaphore.take('a', first.run)).rejects.toBe(limitReached);
  first.end();
  expect(await Promise.all([running, waiting])).toEqual(['done', 'waited']);
});

test('FairSemaphore rejects tasks with any key at the total limit until a task ends', async () => {
  const semaphore = createSemaphore({ share: 2, total: 3, waitingMax: 0 });
  const tasks = Array.from({ length: 3 }, createTask);
  const running = tasks.map((task, index) => semaphore.take(index < 2 ? 'a' : 'b', task.run));
  expect(semaphore.running).toBe(3);
  await expect(semaphore.take('c', () => Promise.resolve('no'))).rejects.toBe(limitReached);
  tasks[0]?.end();
  await running[0];
  expect(await semaphore.take('c', () => Promise.resolve('yes'))).toBe('yes');
  for (const task of tasks) task.end();
  await Promise.all(running);
  expect(semaphore.running).toBe(0);
});

test('FairSemaphore counts a handed-over slot once per key and once in total', async () => {
  const semaphore = createSemaphore({ share: 1, total: 2 });
  const [first, second] = [createTask(), createTask()];
  const running = [semaphore.take('a', first.run), semaphore.take('a', second.run)];
  first.end();
  await running[0];
  await expect.poll(() => second.isStarted()).toBe(true);
  expect(semaphore.running).toBe(1);
  second.end();
  await Promise.all(running);
  expect(semaphore.running).toBe(0);
});

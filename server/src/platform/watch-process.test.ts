import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Logger } from './logger.ts';
import { watchProcess } from './watch-process.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function watch(answers: boolean[]) {
  const { promise: exited, resolve: exit } = Promise.withResolvers<string>();
  const kill = vi.fn();
  const isResponding = vi.fn(async () => answers.shift() ?? true);
  const logger = { error: vi.fn() };
  watchProcess('edge', { exited, kill, isResponding }, logger as unknown as Logger);
  return { kill, isResponding, exit, logger };
}

it('kills a process that does not respond five times in a row', async () => {
  const { kill, logger } = watch([true, false, false, false, false, false]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(kill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(kill).toHaveBeenCalledOnce();
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(
    { process: 'edge' },
    'edge is not responding, restarting it',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kill).toHaveBeenCalledOnce();
});

it('starts counting again after a response', async () => {
  const { kill } = watch([false, false, false, false, true, false, false, false, false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kill).not.toHaveBeenCalled();
});

it('stops checking a process that has exited', async () => {
  const { exit, isResponding } = watch([]);
  exit('exit code 0');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isResponding).not.toHaveBeenCalled();
});

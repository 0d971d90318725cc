import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SupervisedProcess, type RunningProcess } from './supervised-process.ts';
import type { Logger } from './logger.ts';

vi.mock('node:timers/promises', async () => {
  const { sleepOnGlobalClock } = await import('../testing/sleep-on-global-clock.ts');
  return { setTimeout: sleepOnGlobalClock };
});

type FakeProcess = RunningProcess & { end: (why: string) => void };

/** A process that ends when it is asked to stop or when the test ends it. */
function fakeProcess(pid: number): FakeProcess {
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = vi.fn(async () => resolve('signal SIGTERM'));
  const kill = vi.fn(() => resolve('signal SIGKILL'));
  return { pid, exited: promise, stop, kill, end: resolve };
}

/** Keeps fake processes; `fails` is how many of the next starts fail, without `lasts` each process ends at once. */
function makeKept() {
  const processes: FakeProcess[] = [];
  const startedAtMs: number[] = [];
  const world = { fails: 0, lasts: true };
  const start = vi.fn(async () => {
    startedAtMs.push(Date.now());
    if (world.fails > 0) {
      world.fails -= 1;
      throw new Error('no room');
    }
    const made = fakeProcess(100 + processes.length);
    if (!world.lasts) made.end('exit code 1');
    processes.push(made);
    return made;
  });
  const logger = { info: vi.fn(), error: vi.fn() };
  const ends: string[] = [];
  const onEnd = (why: string) => void ends.push(why);
  const kept = new SupervisedProcess({ name: 'postgres', start, logger: logger as unknown as Logger, onEnd });
  const pauses = () => startedAtMs.slice(1).map((at, index) => at - (startedAtMs[index] ?? 0));
  return { kept, processes, start, world, logger, pauses, ends };
}

const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a kept process', () => {
  it('tells each of its ends and each start that failed, and not the stop that was asked for', async () => {
    const { kept, processes, world, ends } = makeKept();
    await kept.start();
    world.fails = 1;
    processes[0]?.end('signal SIGKILL');
    await vi.advanceTimersByTimeAsync(10_000);
    await kept.stop();
    expect(ends).toEqual(['signal SIGKILL', 'did not start: no room']);
  });

  it('is started once and left alone while it runs', async () => {
    const { kept, start, processes } = makeKept();
    expect(await kept.start()).toBe(processes[0]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(kept.running).toBe(processes[0]);
    expect(kept.restarts).toBe(0);
  });

  it('is started again at once when it ends unexpectedly, and the log says why', async () => {
    const { kept, processes, logger } = makeKept();
    await kept.start();
    processes[0]?.end('signal SIGSEGV');
    await turn();
    expect(kept.running).toBe(processes[1]);
    expect(kept.restarts).toBe(1);
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { process: 'postgres', why: 'signal SIGSEGV' },
      expect.stringContaining('ended unexpectedly'),
    );
  });

  it('counts as not running from its end to its next start, and says since when', async () => {
    const { kept, processes } = makeKept();
    vi.setSystemTime('2026-01-02T03:04:05.000Z');
    await kept.start();
    processes[0]?.end('exit code 1');
    await turn();
    await vi.advanceTimersByTimeAsync(1_000);
    processes[1]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(99);
    expect(kept.running).toBeUndefined();
    expect(kept.since).toBe('2026-01-02T03:04:06.000Z');
    await vi.advanceTimersByTimeAsync(1);
    expect(kept.running).toBe(processes[2]);
    expect(kept.since).toBe('2026-01-02T03:04:06.100Z');
  });

  it('is started after growing pauses, up to two seconds, when it ends again and again', async () => {
    const { kept, world, pauses } = makeKept();
    world.lasts = false;
    await kept.start();
    await vi.advanceTimersByTimeAsync(9_100);
    expect(pauses()).toEqual([0, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    await kept.stop();
  });

  it('is forgiven its earlier ends once it has run for long', async () => {
    const { kept, start, processes } = makeKept();
    await kept.start();
    for (let round = 0; round < 5; round += 1) {
      processes.at(-1)?.end('exit code 1');
      await vi.advanceTimersByTimeAsync(1_600);
    }
    expect(start).toHaveBeenCalledTimes(6);
    await vi.advanceTimersByTimeAsync(30_000);
    processes.at(-1)?.end('exit code 1');
    await turn();
    expect(start).toHaveBeenCalledTimes(7);
  });
});

describe('a start that fails', () => {
  it('is the caller’s to report when it is the first, and is not repeated', async () => {
    const { kept, start, world } = makeKept();
    world.fails = 1;
    await expect(kept.start()).rejects.toThrow('no room');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    await kept.stop();
  });

  it('is tried again with growing pauses when it is a restart', async () => {
    const { kept, processes, world, pauses, logger } = makeKept();
    await kept.start();
    world.fails = 8;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pauses()).toEqual([0, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    expect(kept.running).toBe(processes[1]);
    expect(kept.restarts).toBe(1);
    expect(logger.error).toHaveBeenCalledWith(
      { process: 'postgres', why: 'no room' },
      'postgres did not start',
    );
  });
});

describe('stop', () => {
  it('ends the process and starts no other', async () => {
    const { kept, start, processes, logger } = makeKept();
    await kept.start();
    await kept.stop();
    expect(processes[0]?.stop).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(kept.running).toBeUndefined();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('waits until the process is gone', async () => {
    const { kept, processes } = makeKept();
    await kept.start();
    const ended = vi.fn();
    vi.mocked(processes[0]?.stop ?? vi.fn()).mockImplementation(async () => undefined);
    const stopping = kept.stop().then(ended);
    await turn();
    expect(ended).not.toHaveBeenCalled();
    processes[0]?.end('exit code 0');
    await stopping;
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('during a pause ends at once, without waiting for the pause', async () => {
    const { kept, start, processes, world } = makeKept();
    await kept.start();
    world.fails = 100;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(20_000);
    const starts = start.mock.calls.length;
    await kept.stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(starts);
  });

  it('during a restart ends the process that comes out of it', async () => {
    const { kept, start, processes } = makeKept();
    await kept.start();
    const late = fakeProcess(7);
    const { promise, resolve } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    processes[0]?.end('exit code 1');
    await turn();
    const stopping = kept.stop();
    resolve(late);
    await stopping;
    expect(late.stop).toHaveBeenCalledTimes(1);
    expect(kept.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('during a restart that fails ends without another one', async () => {
    const { kept, start, processes } = makeKept();
    await kept.start();
    const { promise, reject } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    processes[0]?.end('exit code 1');
    await turn();
    const stopping = kept.stop();
    reject(new Error('no room'));
    await vi.advanceTimersByTimeAsync(60_000);
    await stopping;
    expect(kept.running).toBeUndefined();
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('during the first start waits for the process that comes out of it, and ends it', async () => {
    const { kept, start, logger } = makeKept();
    const late = fakeProcess(7);
    const { promise, resolve } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    const starting = kept.start();
    const ended = vi.fn();
    const stopping = kept.stop().then(ended);
    await turn();
    expect(ended).not.toHaveBeenCalled();
    resolve(late);
    await Promise.all([starting, stopping]);
    expect(late.stop).toHaveBeenCalledTimes(1);
    expect(kept.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('during a first start that fails ends too, and the failure stays the caller’s', async () => {
    const { kept, start } = makeKept();
    const { promise, reject } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    const starting = expect(kept.start()).rejects.toThrow('no room');
    const stopping = kept.stop();
    reject(new Error('no room'));
    await Promise.all([starting, stopping]);
    expect(kept.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('may come twice, and before any start', async () => {
    const { kept, start, processes } = makeKept();
    await kept.stop();
    await kept.start();
    await Promise.all([kept.stop(), kept.stop()]);
    await kept.stop();
    expect(kept.running).toBeUndefined();
    expect([start.mock.calls.length, processes.length]).toEqual([1, 1]);
  });
});

describe('kill', () => {
  it('ends the process without asking it, and starts no other', async () => {
    const { kept, start, processes, logger } = makeKept();
    await kept.start();
    kept.kill();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(processes[0]?.kill).toHaveBeenCalledTimes(1);
    expect(processes[0]?.stop).not.toHaveBeenCalled();
    expect(start).toHaveBeenCalledTimes(1);
    expect(kept.running).toBeUndefined();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('during a pause ends the restarting for good', async () => {
    const { kept, start, processes, world } = makeKept();
    await kept.start();
    world.fails = 100;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(5_000);
    const starts = start.mock.calls.length;
    kept.kill();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(starts);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { SupervisedProcess, type RunningProcess } from './supervised-process.ts';
import type { Logger } from './logger.ts';

vi.mock('node:timers/promises', async () => {
  const { sleepOnGlobalClock } = await import('../testing/sleep-on-global-clock.ts');
  return { setTimeout: sleepOnGlobalClock };
});

type FakeProcess = RunningProcess & { stop: Mock<() => Promise<void>>; end: (why: string) => void };

function fakeProcess(pid: number): FakeProcess {
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = vi.fn(async () => resolve('signal SIGTERM'));
  const kill = vi.fn(() => resolve('signal SIGKILL'));
  return { pid, exited: promise, stop, kill, end: resolve };
}

// Supervises fake processes. `fails` is the number of upcoming starts that fail. If `lasts` is false, each process
// ends immediately.
function supervise() {
  const processes: FakeProcess[] = [];
  const startedAtMs: number[] = [];
  const behavior = { fails: 0, lasts: true };
  const start = vi.fn(async (_stopping: AbortSignal) => {
    startedAtMs.push(Date.now());
    if (behavior.fails > 0) {
      behavior.fails -= 1;
      throw new Error('no room');
    }
    const created = fakeProcess(100 + processes.length);
    if (!behavior.lasts) created.end('exit code 1');
    processes.push(created);
    return created;
  });
  const logger = { info: vi.fn(), error: vi.fn() };
  const ends: string[] = [];
  const onEnd = (why: string) => void ends.push(why);
  const supervised = new SupervisedProcess({
    name: 'postgres',
    start,
    logger: logger as unknown as Logger,
    onEnd,
  });
  const pauses = () => startedAtMs.slice(1).map((at, index) => at - (startedAtMs[index] ?? 0));
  return { supervised, processes, start, behavior, logger, pauses, ends };
}

// A start that ends only when it is aborted.
const startUntilAborted = (stopping: AbortSignal) =>
  new Promise<FakeProcess>((_, reject) => {
    stopping.addEventListener('abort', () => reject(new Error('stopped')));
  });

const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('SupervisedProcess', () => {
  it('calls onEnd for each unexpected end and failed restart, but not after stop', async () => {
    const { supervised, processes, behavior, ends } = supervise();
    await supervised.start();
    behavior.fails = 1;
    processes[0]?.end('signal SIGKILL');
    await vi.advanceTimersByTimeAsync(10_000);
    await supervised.stop();
    expect(ends).toEqual(['signal SIGKILL', 'failed to restart: no room']);
  });

  it('starts the process only once while it is running', async () => {
    const { supervised, start, processes } = supervise();
    expect(await supervised.start()).toBe(processes[0]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(supervised.running).toBe(processes[0]);
    expect(supervised.restarts).toBe(0);
  });

  it('restarts immediately after an unexpected end and logs the reason', async () => {
    const { supervised, processes, logger } = supervise();
    await supervised.start();
    processes[0]?.end('signal SIGSEGV');
    await turn();
    expect(supervised.running).toBe(processes[1]);
    expect(supervised.restarts).toBe(1);
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { process: 'postgres', why: 'signal SIGSEGV' },
      expect.stringContaining('exited unexpectedly'),
    );
  });

  it('reports how long the process has been down between its end and the next start', async () => {
    const { supervised, processes } = supervise();
    vi.setSystemTime('2026-01-02T03:04:05.000Z');
    await supervised.start();
    processes[0]?.end('exit code 1');
    await turn();
    await vi.advanceTimersByTimeAsync(1_000);
    processes[1]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(99);
    expect(supervised.running).toBeUndefined();
    expect(supervised.since).toBe('2026-01-02T03:04:06.000Z');
    await vi.advanceTimersByTimeAsync(1);
    expect(supervised.running).toBe(processes[2]);
    expect(supervised.since).toBe('2026-01-02T03:04:06.100Z');
  });

  it('restarts with delays that grow up to two seconds', async () => {
    const { supervised, behavior, pauses } = supervise();
    behavior.lasts = false;
    await supervised.start();
    await vi.advanceTimersByTimeAsync(9_100);
    expect(pauses()).toEqual([0, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    await supervised.stop();
  });

  it('resets the backoff after a long run', async () => {
    const { supervised, start, processes } = supervise();
    await supervised.start();
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

describe('replace', () => {
  it('stops the current process only after the successor is ready', async () => {
    const { supervised, processes, logger, ends } = supervise();
    await supervised.start();
    const order: string[] = [];
    processes[0]?.stop.mockImplementation(async () => {
      order.push(`stop with ${processes.length} processes`);
      processes[0]?.end('exit code 0');
    });
    await supervised.replace(async (current) => void order.push(`before stop of ${current.pid}`));
    await turn();
    expect(order).toEqual(['before stop of 100', 'stop with 2 processes']);
    expect(supervised.running).toBe(processes[1]);
    expect(ends).toEqual([]);
    expect(logger.error).not.toHaveBeenCalled();
    expect(supervised.restarts).toBe(0);
  });

  it('keeps the current process if the successor cannot be started', async () => {
    const { supervised, processes, behavior } = supervise();
    await supervised.start();
    behavior.fails = 1;
    await expect(supervised.replace()).rejects.toThrow('no room');
    expect(supervised.running).toBe(processes[0]);
    expect(processes[0]?.stop).not.toHaveBeenCalled();
    processes[0]?.end('exit code 1');
    await turn();
    expect(supervised.running).toBe(processes[1]);
  });

  it('starts only one process if the current one exits while the successor starts', async () => {
    const { supervised, processes, start } = supervise();
    await supervised.start();
    const replacing = supervised.replace();
    processes[0]?.end('signal SIGKILL');
    await replacing;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(2);
    expect(supervised.running).toBe(processes[1]);
  });

  it('keeps the current process if the successor exits before it can take over', async () => {
    const { supervised, processes } = supervise();
    await supervised.start();
    await expect(supervised.replace(async () => processes[1]?.end('exit code 3'))).rejects.toThrow(
      'the new process of postgres has exited',
    );
    expect(supervised.running).toBe(processes[0]);
    expect(processes[0]?.stop).not.toHaveBeenCalled();
  });

  it('keeps the current process and stops the successor if the step in between fails', async () => {
    const { supervised, processes } = supervise();
    await supervised.start();
    const failing = supervised.replace(() => Promise.reject(new Error('no standby')));
    await expect(failing).rejects.toThrow('no standby');
    expect(supervised.running).toBe(processes[0]);
    expect(processes[1]?.stop).toHaveBeenCalledOnce();
    await supervised.replace();
    await turn();
    expect(supervised.running).toBe(processes[2]);
  });

  it('restarts if both processes exit before the replacement is complete', async () => {
    const { supervised, processes, ends } = supervise();
    await supervised.start();
    const blocked = Promise.withResolvers<void>();
    const replacing = supervised.replace(() => blocked.promise);
    await turn();
    processes[0]?.end('signal SIGKILL');
    await turn();
    expect(supervised.running).toBe(processes[1]);
    processes[1]?.end('signal SIGKILL');
    await turn();
    blocked.resolve();
    await replacing.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(supervised.running).toBe(processes[2]);
    expect(ends).toEqual(['signal SIGKILL', 'signal SIGKILL']);
  });

  it('stops a successor that is still starting if everything is stopped', async () => {
    const { supervised, processes } = supervise();
    await supervised.start();
    const replacing = supervised.replace();
    await supervised.stop();
    await replacing.catch(() => undefined);
    await turn();
    expect(processes[0]?.stop).toHaveBeenCalled();
    expect(processes[1]?.stop).toHaveBeenCalled();
    expect(processes).toHaveLength(2);
  });

  describe('while the old process finishes its requests', () => {
    async function replaceSlowly() {
      const made = supervise();
      await made.supervised.start();
      const finished = Promise.withResolvers<void>();
      made.processes[0]?.stop.mockImplementation(() => finished.promise);
      const replacing = made.supervised.replace();
      await turn();
      expect(made.supervised.running).toBe(made.processes[1]);
      const finish = async () => {
        made.processes[0]?.end('exit code 0');
        finished.resolve();
        await replacing;
      };
      return { ...made, finish };
    }

    it('restarts the successor at once if it exits', async () => {
      const { supervised, processes, ends, finish } = await replaceSlowly();
      processes[1]?.end('signal SIGSEGV');
      await vi.advanceTimersByTimeAsync(100);
      expect(supervised.running).toBe(processes[2]);
      expect(ends).toEqual(['signal SIGSEGV']);
      await finish();
      expect(supervised.running).toBe(processes[2]);
    });

    it('stops both processes without killing them if everything is stopped', async () => {
      const { supervised, processes, finish } = await replaceSlowly();
      const stopping = supervised.stop();
      await finish();
      await stopping;
      expect(processes[0]?.stop).toHaveBeenCalledTimes(2);
      expect(processes[1]?.stop).toHaveBeenCalledOnce();
      expect(processes[1]?.kill).not.toHaveBeenCalled();
    });

    it('kills both processes if everything is killed', async () => {
      const { supervised, processes, finish } = await replaceSlowly();
      supervised.kill();
      expect(processes.slice(0, 2).map(({ kill }) => kill)).toEqual([
        expect.toSatisfy((kill: Mock) => kill.mock.calls.length === 1),
        expect.toSatisfy((kill: Mock) => kill.mock.calls.length === 1),
      ]);
      await finish();
    });
  });

  it('rejects while another replacement is in progress, and after a stop', async () => {
    const { supervised } = supervise();
    await expect(supervised.replace()).rejects.toThrow('already being restarted');
    await supervised.start();
    const replacing = supervised.replace();
    await expect(supervised.replace()).rejects.toThrow('already being restarted');
    await replacing;
    await supervised.stop();
    await expect(supervised.replace()).rejects.toThrow('already being restarted');
  });
});

describe('a failed start', () => {
  it('makes `start` reject and is not retried if it is the first start', async () => {
    const { supervised, start, behavior } = supervise();
    behavior.fails = 1;
    await expect(supervised.start()).rejects.toThrow('no room');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    await supervised.stop();
  });

  it('is retried with growing delays if it is a restart', async () => {
    const { supervised, processes, behavior, pauses, logger } = supervise();
    await supervised.start();
    behavior.fails = 8;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pauses()).toEqual([0, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    expect(supervised.running).toBe(processes[1]);
    expect(supervised.restarts).toBe(1);
    expect(logger.error).toHaveBeenCalledWith(
      { process: 'postgres', why: 'no room' },
      'failed to restart postgres',
    );
  });
});

describe('calling stop', () => {
  it('stops the process and prevents restarts', async () => {
    const { supervised, start, processes, logger } = supervise();
    await supervised.start();
    await supervised.stop();
    expect(processes[0]?.stop).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(supervised.running).toBeUndefined();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('waits until the process has ended', async () => {
    const { supervised, processes } = supervise();
    await supervised.start();
    const ended = vi.fn();
    vi.mocked(processes[0]?.stop ?? vi.fn()).mockImplementation(async () => undefined);
    const stopping = supervised.stop().then(ended);
    await turn();
    expect(ended).not.toHaveBeenCalled();
    processes[0]?.end('exit code 0');
    await stopping;
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('during a restart delay returns immediately', async () => {
    const { supervised, start, processes, behavior } = supervise();
    await supervised.start();
    behavior.fails = 100;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(20_000);
    const starts = start.mock.calls.length;
    await supervised.stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(starts);
  });

  it('during a restart stops the new process', async () => {
    const { supervised, start, processes } = supervise();
    await supervised.start();
    const late = fakeProcess(7);
    const { promise, resolve } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    processes[0]?.end('exit code 1');
    await turn();
    const stopping = supervised.stop();
    resolve(late);
    await stopping;
    expect(late.stop).toHaveBeenCalledTimes(1);
    expect(supervised.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('during a failing restart prevents another restart', async () => {
    const { supervised, start, processes } = supervise();
    await supervised.start();
    const { promise, reject } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    processes[0]?.end('exit code 1');
    await turn();
    const stopping = supervised.stop();
    reject(new Error('no room'));
    await vi.advanceTimersByTimeAsync(60_000);
    await stopping;
    expect(supervised.running).toBeUndefined();
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('during the first start waits for the process and stops it', async () => {
    const { supervised, start, logger } = supervise();
    const late = fakeProcess(7);
    const { promise, resolve } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    const starting = supervised.start();
    const ended = vi.fn();
    const stopping = supervised.stop().then(ended);
    await turn();
    expect(ended).not.toHaveBeenCalled();
    resolve(late);
    await Promise.all([starting, stopping]);
    expect(late.stop).toHaveBeenCalledTimes(1);
    expect(supervised.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('during the first start aborts it, and `start` rejects', async () => {
    const { supervised, start } = supervise();
    start.mockImplementationOnce(startUntilAborted);
    const starting = expect(supervised.start()).rejects.toThrow('stopped');
    await supervised.stop();
    await starting;
    expect(supervised.running).toBeUndefined();
  });

  it('during a restart aborts it and reports no failure', async () => {
    const { supervised, start, processes, logger, ends } = supervise();
    await supervised.start();
    start.mockImplementationOnce(startUntilAborted);
    processes[0]?.end('exit code 1');
    await turn();
    logger.error.mockClear();
    await supervised.stop();
    expect(logger.error).not.toHaveBeenCalled();
    expect(ends).toEqual(['exit code 1']);
  });

  it('during a replacement aborts the start of the successor', async () => {
    const { supervised, start } = supervise();
    await supervised.start();
    start.mockImplementationOnce(startUntilAborted);
    const replacing = expect(supervised.replace()).rejects.toThrow('stopped');
    await supervised.stop();
    await replacing;
  });

  it('during a failing first start returns, and `start` rejects', async () => {
    const { supervised, start } = supervise();
    const { promise, reject } = Promise.withResolvers<FakeProcess>();
    start.mockImplementationOnce(() => promise);
    const starting = expect(supervised.start()).rejects.toThrow('no room');
    const stopping = supervised.stop();
    reject(new Error('no room'));
    await Promise.all([starting, stopping]);
    expect(supervised.running).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('twice or before `start` is allowed', async () => {
    const { supervised, start, processes } = supervise();
    await supervised.stop();
    await supervised.start();
    await Promise.all([supervised.stop(), supervised.stop()]);
    await supervised.stop();
    expect(supervised.running).toBeUndefined();
    expect([start.mock.calls.length, processes.length]).toEqual([1, 1]);
  });
});

describe('calling kill', () => {
  it('kills the process and prevents restarts', async () => {
    const { supervised, start, processes, logger } = supervise();
    await supervised.start();
    supervised.kill();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(processes[0]?.kill).toHaveBeenCalledTimes(1);
    expect(processes[0]?.stop).not.toHaveBeenCalled();
    expect(start).toHaveBeenCalledTimes(1);
    expect(supervised.running).toBeUndefined();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('during a restart delay prevents the next restart', async () => {
    const { supervised, start, processes, behavior } = supervise();
    await supervised.start();
    behavior.fails = 100;
    processes[0]?.end('exit code 1');
    await vi.advanceTimersByTimeAsync(5_000);
    const starts = start.mock.calls.length;
    supervised.kill();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).toHaveBeenCalledTimes(starts);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Loop } from './loop.ts';

const everyMs = 1_000;

let loop: Loop | undefined;

function start(options: Partial<ConstructorParameters<typeof Loop>[0]>): Loop {
  loop = new Loop({ everyMs, work: () => Promise.resolve(), ...options });
  return loop;
}

function makeWork(run: () => Promise<number | void> = () => Promise.resolve()) {
  return vi.fn<(signal: AbortSignal) => Promise<number | void>>(run);
}

async function take(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  const stopping = loop?.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopping;
  vi.useRealTimers();
});

describe('the interval', () => {
  it('is measured from start to start, regardless of duration', async () => {
    const work = makeWork(() => take(300));
    start({ work });
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(12);
  });

  it('is skipped while a run is still in progress', async () => {
    const work = makeWork().mockImplementationOnce(() => take(2_500));
    start({ work });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('also delays the first run if startsLater is set', async () => {
    const work = makeWork();
    start({ work, startsLater: true });
    await vi.advanceTimersByTimeAsync(999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is replaced by the pause that the work returns', async () => {
    const work = makeWork(() => Promise.resolve(50))
      .mockResolvedValueOnce(0)
      .mockResolvedValueOnce(0);
    start({ work });
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(49);
    expect(work).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(4);
  });
});

describe('a wake', () => {
  it('ends the pause and starts a run', async () => {
    const work = makeWork();
    const woken = start({ work });
    await vi.advanceTimersByTimeAsync(10);
    woken.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('during a run causes exactly one more run', async () => {
    const work = makeWork(() => take(100));
    const woken = start({ work });
    await vi.advanceTimersByTimeAsync(50);
    woken.wake();
    woken.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('starts a run after gatherMs, which additional wakes do not extend', async () => {
    const work = makeWork();
    const woken = start({ work, gatherMs: 10 });
    await vi.advanceTimersByTimeAsync(100);
    woken.wake();
    await vi.advanceTimersByTimeAsync(9);
    woken.wake();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(900);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe('a failure', () => {
  it('is reported, and the work is retried after the interval', async () => {
    const error = new Error('unavailable');
    const work = makeWork().mockRejectedValueOnce(error);
    const onFailure = vi.fn();
    start({ work, onFailure });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onFailure.mock.calls).toEqual([[error]]);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is followed by a pause that depends on the number of consecutive failures', async () => {
    const failureCounts: number[] = [];
    const retryMs = (failures: number) => {
      failureCounts.push(failures);
      return 100 * failures;
    };
    const unavailable = new Error('unavailable');
    const work = makeWork()
      .mockRejectedValueOnce(unavailable)
      .mockRejectedValueOnce(unavailable)
      .mockResolvedValueOnce(0)
      .mockRejectedValueOnce(unavailable);
    start({ work, onFailure: () => undefined, retryMs });
    await vi.advanceTimersByTimeAsync(299);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(4);
    expect(failureCounts).toEqual([1, 2, 1]);
  });

  it('is followed by a pause that no wake shortens', async () => {
    const work = makeWork().mockImplementationOnce(async () => {
      await take(10);
      throw new Error('unavailable');
    });
    const woken = start({ work, gatherMs: 10, onFailure: () => undefined });
    await vi.advanceTimersByTimeAsync(5);
    woken.wake();
    await vi.advanceTimersByTimeAsync(5);
    woken.wake();
    await vi.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe('stop', () => {
  it('aborts the signal, waits for the run in progress and starts no other', async () => {
    const ended = vi.fn();
    const work = makeWork(() => take(100));
    const stopping = start({ work }).stop().then(ended);
    const [signal] = work.mock.calls[0] ?? [];
    expect(signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await stopping;
    loop?.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the initial delay', { startsLater: true }],
    ['a pause', {}],
    [
      'the pause after a failure',
      { work: () => Promise.reject(new Error('unavailable')), onFailure: () => undefined },
    ],
  ])('ends %s immediately', async (_, options) => {
    const stopped = start(options);
    await vi.advanceTimersByTimeAsync(10);
    expect(await stopped.stop()).toBeUndefined();
  });
});

describe('waitUntilDue', () => {
  function makeDue() {
    let notify: () => void = () => undefined;
    const waitUntilDue = vi.fn<(signal: AbortSignal) => Promise<void>>(
      (signal) =>
        new Promise((resolve) => {
          notify = resolve;
          signal.addEventListener('abort', () => resolve());
        }),
    );
    return { waitUntilDue, notify: () => notify() };
  }

  it('starts the work when it resolves after the pause', async () => {
    const work = makeWork();
    const { waitUntilDue, notify } = makeDue();
    start({ work, waitUntilDue: waitUntilDue });
    await vi.advanceTimersByTimeAsync(999);
    expect(waitUntilDue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(1);
    notify();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is ended by a wake, after which the loop waits for gatherMs', async () => {
    const work = makeWork();
    const woken = start({ work, waitUntilDue: makeDue().waitUntilDue, gatherMs: 100 });
    await vi.advanceTimersByTimeAsync(5_000);
    woken.wake();
    await vi.advanceTimersByTimeAsync(99);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is skipped if there is more work, and after a failure', async () => {
    const more = [0, 0, 500];
    const work = makeWork(() => Promise.resolve(more.shift())).mockRejectedValueOnce(
      new Error('unavailable'),
    );
    const { waitUntilDue } = makeDue();
    start({ work, waitUntilDue: waitUntilDue, onFailure: () => undefined });
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(work).toHaveBeenCalledTimes(4);
    expect(waitUntilDue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect([work, waitUntilDue].map((called) => called.mock.calls.length)).toEqual([4, 1]);
  });

  it('is ended by stop', async () => {
    const work = makeWork();
    const stopped = start({ work, waitUntilDue: makeDue().waitUntilDue });
    await vi.advanceTimersByTimeAsync(2_000);
    await stopped.stop();
    expect(work).toHaveBeenCalledTimes(1);
  });
});

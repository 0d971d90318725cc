import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Loop } from './loop.ts';

const everyMs = 1_000;

let loop: Loop | undefined;

function start(options: Partial<ConstructorParameters<typeof Loop>[0]>): Loop {
  loop = new Loop({ everyMs, work: () => Promise.resolve(), ...options });
  return loop;
}

/** Work that is counted, and that takes so long or gives something else. */
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

describe('the beat', () => {
  it('is kept from beginning to beginning, however long the work takes', async () => {
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

  it('leaves out what passes while the work is still under way', async () => {
    const work = makeWork().mockImplementationOnce(() => take(2_500));
    start({ work });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('begins at once, or a beat later where that is asked for', async () => {
    const work = makeWork();
    start({ work, startsLater: true });
    await vi.advanceTimersByTimeAsync(999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('gives way to the rest that the work asks for, and there is none where more is to be done', async () => {
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
  it('ends the rest', async () => {
    const work = makeWork();
    const woken = start({ work });
    await vi.advanceTimersByTimeAsync(10);
    woken.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('while the work is under way has it done once more, and not twice', async () => {
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

  it('gathers what comes shortly after it, and further wakes do not put that off', async () => {
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
  it('is told with its error, and the work is done again at the usual time', async () => {
    const error = new Error('away');
    const work = makeWork().mockRejectedValueOnce(error);
    const onFailure = vi.fn();
    start({ work, onFailure });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onFailure.mock.calls).toEqual([[error]]);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is followed by the rest for so many in a row, counted anew after a success', async () => {
    const asked: number[] = [];
    const retryMs = (failures: number) => {
      asked.push(failures);
      return 100 * failures;
    };
    const away = new Error('away');
    const work = makeWork()
      .mockRejectedValueOnce(away)
      .mockRejectedValueOnce(away)
      .mockResolvedValueOnce(0)
      .mockRejectedValueOnce(away);
    start({ work, onFailure: () => undefined, retryMs });
    await vi.advanceTimersByTimeAsync(299);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(4);
    expect(asked).toEqual([1, 2, 1]);
  });

  it('is left in peace: no wake cuts the rest after it short, also one that came before it', async () => {
    const work = makeWork().mockImplementationOnce(async () => {
      await take(10);
      throw new Error('away');
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
  it('waits for what is under way, which is told, and nothing is begun after it', async () => {
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
    ['the first beat', { startsLater: true }],
    ['a rest', {}],
    [
      'the rest after a failure',
      { work: () => Promise.reject(new Error('away')), onFailure: () => undefined },
    ],
  ])('ends %s at once', async (_, options) => {
    const stopped = start(options);
    await vi.advanceTimersByTimeAsync(10);
    expect(await stopped.stop()).toBeUndefined();
  });
});

describe('work that is told to be due', () => {
  /** Told by the test; counts how often somebody began to wait. */
  function makeDue() {
    let tell: () => void = () => undefined;
    const untilDue = vi.fn<(signal: AbortSignal) => Promise<void>>(
      (signal) =>
        new Promise((resolve) => {
          tell = resolve;
          signal.addEventListener('abort', () => resolve());
        }),
    );
    return { untilDue, tell: () => tell() };
  }

  it('begins after its rest, as soon as it is told', async () => {
    const work = makeWork();
    const { untilDue, tell } = makeDue();
    start({ work, untilDue });
    await vi.advanceTimersByTimeAsync(999);
    expect(untilDue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(1);
    tell();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('begins when somebody wakes it, and gathers then as ever', async () => {
    const work = makeWork();
    const woken = start({ work, untilDue: makeDue().untilDue, gatherMs: 100 });
    await vi.advanceTimersByTimeAsync(5_000);
    woken.wake();
    await vi.advanceTimersByTimeAsync(99);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not waited for where there is more to do, or after a failure', async () => {
    const more = [0, 0, 500];
    const work = makeWork(() => Promise.resolve(more.shift())).mockRejectedValueOnce(new Error('away'));
    const { untilDue } = makeDue();
    start({ work, untilDue, onFailure: () => undefined });
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(work).toHaveBeenCalledTimes(4);
    expect(untilDue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect([work, untilDue].map((called) => called.mock.calls.length)).toEqual([4, 1]);
  });

  it('is waited for no longer when it is stopped', async () => {
    const work = makeWork();
    const stopped = start({ work, untilDue: makeDue().untilDue });
    await vi.advanceTimersByTimeAsync(2_000);
    await stopped.stop();
    expect(work).toHaveBeenCalledTimes(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Health, type HealthListener } from './health.ts';

vi.mock('node:timers/promises', async () => {
  const { sleepOnGlobalClock } = await import('../testing/sleep-on-global-clock.ts');
  return { setTimeout: sleepOnGlobalClock };
});

const startedAt = '2026-01-02T03:04:05.000Z';

/** A part that a test can break and mend. */
function makePart(name: string, essential: boolean) {
  const part = {
    name,
    essential,
    error: undefined as unknown,
    probe: vi.fn(async () => {
      if (part.error !== undefined) throw part.error;
    }),
  };
  return part;
}

let health: Health | undefined;

async function watch(
  parts: ReturnType<typeof makePart>[],
  onChange: HealthListener = () => undefined,
): Promise<Health> {
  health = new Health(parts, onChange);
  await health.start(1_000);
  return health;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(startedAt) });
});

afterEach(() => {
  health?.stop();
  vi.useRealTimers();
});

describe('readiness', () => {
  it('is ready while every part answers, and knows so as soon as the start is over', async () => {
    const watched = await watch([makePart('postgres', true), makePart('clickhouse', false)]);
    expect(watched.readiness()).toEqual({
      status: 'ready',
      checks: [
        { name: 'postgres', essential: true, ok: true, since: startedAt },
        { name: 'clickhouse', essential: false, ok: true, since: startedAt },
      ],
    });
  });

  it('is degraded without a part that is not essential', async () => {
    const part = makePart('clickhouse', false);
    part.error = new Error('refused');
    expect((await watch([makePart('postgres', true), part])).readiness().status).toBe('degraded');
  });

  it('is unavailable without an essential part, whatever else fails', async () => {
    const parts = [makePart('clickhouse', false), makePart('postgres', true)];
    for (const part of parts) part.error = new Error('refused');
    expect((await watch(parts)).readiness().status).toBe('unavailable');
  });

  it('never carries the text of an error, which may hold addresses and passwords', async () => {
    const part = makePart('postgres', true);
    part.error = Object.assign(new Error('password hush for 10.0.0.7'), { detail: 'hush' });
    const watched = await watch([part]);
    expect(JSON.stringify(watched.readiness())).not.toMatch(/hush|10\.0\.0\.7/);
    expect(watched.readiness().checks[0]).toMatchObject({ ok: false, message: 'does not answer' });
  });

  it('says nothing of the last failure once the part is back', async () => {
    const part = makePart('postgres', true);
    part.error = new Error('refused');
    const watched = await watch([part]);
    part.error = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness()).toEqual({
      status: 'ready',
      checks: [{ name: 'postgres', essential: true, ok: true, since: '2026-01-02T03:04:06.000Z' }],
    });
  });
});

describe('since', () => {
  it('stays while the state stays, however often it is asked and whatever the error says', async () => {
    const part = makePart('postgres', true);
    const watched = await watch([part]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness().checks[0]?.since).toBe(startedAt);
    part.error = new Error('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().checks[0]?.since).toBe('2026-01-02T03:04:11.000Z');
    part.error = new Error('timed out');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness().checks[0]?.since).toBe('2026-01-02T03:04:11.000Z');
  });
});

describe('the listener', () => {
  it('hears of each change once, with the error itself', async () => {
    const part = makePart('postgres', true);
    const onChange = vi.fn<HealthListener>();
    await watch([part], onChange);
    const error = new Error('refused');
    part.error = error;
    await vi.advanceTimersByTimeAsync(3_000);
    part.error = undefined;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(onChange.mock.calls).toEqual([
      [{ name: 'postgres', ok: false, error }],
      [{ name: 'postgres', ok: true, error: undefined }],
    ]);
    expect(onChange.mock.calls[0]?.[0].error).toBe(error);
  });

  it('hears of a part that fails from the beginning, and nothing of one that works from the beginning', async () => {
    const broken = makePart('postgres', true);
    broken.error = 'refused';
    const onChange = vi.fn<HealthListener>();
    await watch([broken, makePart('clickhouse', false)], onChange);
    expect(onChange.mock.calls).toEqual([[{ name: 'postgres', ok: false, error: 'refused' }]]);
  });
});

describe('the probes', () => {
  it('never overlap: a slow one is not asked again before it has answered', async () => {
    const part = makePart('postgres', true);
    await watch([part]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    part.probe.mockImplementationOnce(() => promise);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(part.probe).toHaveBeenCalledTimes(2);
    resolve(undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(part.probe).toHaveBeenCalledTimes(3);
  });

  it('do not wait for one another', async () => {
    const [slow, quick] = [makePart('postgres', true), makePart('clickhouse', false)];
    const watched = await watch([slow, quick]);
    slow.probe.mockReturnValueOnce(new Promise(() => undefined));
    quick.error = new Error('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().status).toBe('degraded');
  });

  it('leave no timer behind once they have answered', async () => {
    const [good, bad] = [makePart('postgres', true), makePart('clickhouse', false)];
    bad.error = new Error('refused');
    (await watch([good, bad])).stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end with stop', async () => {
    const part = makePart('postgres', true);
    (await watch([part])).stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(part.probe).toHaveBeenCalledTimes(1);
  });
});

describe('a part that never answers', () => {
  const never = () => new Promise<undefined>(() => undefined);

  it('fails within a few seconds, although it answered before, and the listener hears of it once', async () => {
    const part = makePart('postgres', true);
    const onChange = vi.fn<HealthListener>();
    const watched = await watch([part], onChange);
    part.probe.mockImplementation(never);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness()).toMatchObject({
      status: 'unavailable',
      checks: [{ name: 'postgres', ok: false, message: 'does not answer' }],
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onChange.mock.calls).toEqual([
      [{ name: 'postgres', ok: false, error: new Error('no answer within 3000 ms') }],
    ]);
  });

  it('does not hold up the start for longer, nor the other parts', async () => {
    const [hanging, quick] = [makePart('postgres', true), makePart('clickhouse', false)];
    hanging.probe.mockImplementation(never);
    const starting = watch([hanging, quick]);
    await vi.advanceTimersByTimeAsync(5_000);
    const { status, checks } = (await starting).readiness();
    expect(status).toBe('unavailable');
    expect(Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))).toEqual({
      postgres: false,
      clickhouse: true,
    });
  });

  it('is asked again, and counts as good as soon as it answers again', async () => {
    const part = makePart('postgres', true);
    part.probe.mockImplementationOnce(never);
    const starting = watch([part]);
    await vi.advanceTimersByTimeAsync(3_000);
    const watched = await starting;
    expect(watched.readiness().status).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().status).toBe('ready');
  });

  it('is not taken for good by an answer that comes too late, and a late failure does no harm', async () => {
    const part = makePart('postgres', true);
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    part.probe.mockImplementation(never);
    part.probe.mockImplementationOnce(() => first.promise).mockImplementationOnce(() => second.promise);
    const starting = watch([part]);
    await vi.advanceTimersByTimeAsync(3_000);
    const watched = await starting;
    first.resolve(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    second.reject(new Error('too late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.readiness().checks).toEqual([
      {
        name: 'postgres',
        essential: true,
        ok: false,
        message: 'does not answer',
        since: '2026-01-02T03:04:08.000Z',
      },
    ]);
  });
});

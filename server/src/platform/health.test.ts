import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Health, type HealthListener } from './health.ts';

vi.mock('node:timers/promises', async () => {
  const { sleepOnGlobalClock } = await import('../testing/sleep-on-global-clock.ts');
  return { setTimeout: sleepOnGlobalClock };
});

const startedAt = '2026-01-02T03:04:05.000Z';

function createCheck(name: string, essential: boolean) {
  const check = {
    name,
    essential,
    error: undefined as unknown,
    probe: vi.fn(async () => {
      if (check.error !== undefined) throw check.error;
    }),
  };
  return check;
}

let health: Health | undefined;

async function watch(
  healthChecks: ReturnType<typeof createCheck>[],
  onChange: HealthListener = () => undefined,
): Promise<Health> {
  health = new Health(healthChecks, onChange);
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
  it('is `ready` after startup if all checks pass', async () => {
    const watched = await watch([createCheck('postgres', true), createCheck('clickhouse', false)]);
    expect(watched.readiness()).toEqual({
      status: 'ready',
      checks: [
        { name: 'postgres', essential: true, ok: true, since: startedAt },
        { name: 'clickhouse', essential: false, ok: true, since: startedAt },
      ],
    });
  });

  it('is degraded if a non-essential check fails', async () => {
    const check = createCheck('clickhouse', false);
    check.error = new Error('refused');
    expect((await watch([createCheck('postgres', true), check])).readiness().status).toBe('degraded');
  });

  it('is unavailable if an essential check fails', async () => {
    const healthChecks = [createCheck('clickhouse', false), createCheck('postgres', true)];
    for (const check of healthChecks) check.error = new Error('refused');
    expect((await watch(healthChecks)).readiness().status).toBe('unavailable');
  });

  it('never contains the text of an error, which may include addresses and passwords', async () => {
    const check = createCheck('postgres', true);
    check.error = Object.assign(new Error('password hush for 10.0.0.7'), { detail: 'hush' });
    const watched = await watch([check]);
    expect(JSON.stringify(watched.readiness())).not.toMatch(/hush|10\.0\.0\.7/);
    expect(watched.readiness().checks[0]).toMatchObject({ ok: false, message: 'not responding' });
  });

  it('drops the failure message after recovery', async () => {
    const check = createCheck('postgres', true);
    check.error = new Error('refused');
    const watched = await watch([check]);
    check.error = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness()).toEqual({
      status: 'ready',
      checks: [{ name: 'postgres', essential: true, ok: true, since: '2026-01-02T03:04:06.000Z' }],
    });
  });
});

describe('the time in `since`', () => {
  it('changes only when the state changes', async () => {
    const check = createCheck('postgres', true);
    const watched = await watch([check]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness().checks[0]?.since).toBe(startedAt);
    check.error = new Error('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().checks[0]?.since).toBe('2026-01-02T03:04:11.000Z');
    check.error = new Error('timed out');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness().checks[0]?.since).toBe('2026-01-02T03:04:11.000Z');
  });
});

describe('the onChange callback', () => {
  it('is called once per change, with the error of a failed check', async () => {
    const check = createCheck('postgres', true);
    const onChange = vi.fn<HealthListener>();
    await watch([check], onChange);
    const error = new Error('refused');
    check.error = error;
    await vi.advanceTimersByTimeAsync(3_000);
    check.error = undefined;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(onChange.mock.calls).toEqual([
      [{ name: 'postgres', ok: false, error }],
      [{ name: 'postgres', ok: true, error: undefined }],
    ]);
    expect(onChange.mock.calls[0]?.[0].error).toBe(error);
  });

  it('is called for a check that fails initially but not for one that passes initially', async () => {
    const broken = createCheck('postgres', true);
    broken.error = 'refused';
    const onChange = vi.fn<HealthListener>();
    await watch([broken, createCheck('clickhouse', false)], onChange);
    expect(onChange.mock.calls).toEqual([[{ name: 'postgres', ok: false, error: 'refused' }]]);
  });
});

describe('probes', () => {
  it('of the same check do not overlap', async () => {
    const check = createCheck('postgres', true);
    await watch([check]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    check.probe.mockImplementationOnce(() => promise);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(check.probe).toHaveBeenCalledTimes(2);
    resolve(undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(check.probe).toHaveBeenCalledTimes(3);
  });

  it('run independently of each other', async () => {
    const [slow, quick] = [createCheck('postgres', true), createCheck('clickhouse', false)];
    const watched = await watch([slow, quick]);
    slow.probe.mockReturnValueOnce(new Promise(() => undefined));
    quick.error = new Error('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().status).toBe('degraded');
  });

  it('leave no timers behind when the monitor stops', async () => {
    const [good, bad] = [createCheck('postgres', true), createCheck('clickhouse', false)];
    bad.error = new Error('refused');
    (await watch([good, bad])).stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stop with the health monitor', async () => {
    const check = createCheck('postgres', true);
    (await watch([check])).stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(check.probe).toHaveBeenCalledTimes(1);
  });
});

describe('a probe that hangs', () => {
  const never = () => new Promise<undefined>(() => undefined);

  it('fails after the timeout and is reported once', async () => {
    const check = createCheck('postgres', true);
    const onChange = vi.fn<HealthListener>();
    const watched = await watch([check], onChange);
    check.probe.mockImplementation(never);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(watched.readiness()).toMatchObject({
      status: 'unavailable',
      checks: [{ name: 'postgres', ok: false, message: 'not responding' }],
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onChange.mock.calls).toEqual([
      [{ name: 'postgres', ok: false, error: new Error('no response within 3000 ms') }],
    ]);
  });

  it('delays the start no longer than the timeout and does not delay other checks', async () => {
    const [hanging, quick] = [createCheck('postgres', true), createCheck('clickhouse', false)];
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

  it('is repeated, and the check recovers when it succeeds', async () => {
    const check = createCheck('postgres', true);
    check.probe.mockImplementationOnce(never);
    const starting = watch([check]);
    await vi.advanceTimersByTimeAsync(3_000);
    const watched = await starting;
    expect(watched.readiness().status).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.readiness().status).toBe('ready');
  });

  it('stays failed after a late success and ignores a late failure', async () => {
    const check = createCheck('postgres', true);
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    check.probe.mockImplementation(never);
    check.probe.mockImplementationOnce(() => first.promise).mockImplementationOnce(() => second.promise);
    const starting = watch([check]);
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
        message: 'not responding',
        since: '2026-01-02T03:04:08.000Z',
      },
    ]);
  });
});

import { expect, it } from 'vitest';
import { describeFault, scheduleFaults, type FaultOptions } from './schedule-faults.ts';

const options: FaultOptions = {
  seed: 7,
  durationMs: 600_000,
  victims: ['postgres', 'clickhouse', 'api', 'edge', 'edge-2', 'worker', 'supervisor'],
  engines: ['postgres', 'clickhouse'],
  freezeMsMax: 120_000,
  clockOffsetMsMax: 600_000,
  canFillDisk: true,
  hasProxies: true,
};

it('scheduleFaults returns the same faults for the same seed, and different faults for another seed', () => {
  expect(scheduleFaults(options)).toEqual(scheduleFaults(options));
  expect(scheduleFaults({ ...options, seed: 8 })).not.toEqual(scheduleFaults(options));
});

it('scheduleFaults causes every kind of fault and kills and freezes every process', () => {
  const faults = scheduleFaults(options).map(({ fault }) => fault);
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(
    new Set([
      'kill',
      'freeze',
      'fill disk',
      'cut connections',
      'delay connections',
      'jump clock',
      'slow down disk',
      'publish storm',
      'overload',
      'restart',
    ]),
  );
  for (const kind of ['kill', 'freeze'] as const) {
    const alone = faults.flatMap((fault) =>
      fault.kind === kind && fault.victims.length === 1 ? fault.victims : [],
    );
    expect(new Set(alone)).toEqual(new Set(options.victims));
    expect(faults.some((fault) => fault.kind === kind && fault.victims.length > 1)).toBe(true);
  }
});

it('scheduleFaults orders faults by time and ends all of them within the duration', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const faults = scheduleFaults({ ...options, seed, durationMs: 40_000, freezeMsMax: 4_000 });
    expect(faults.length).toBeGreaterThan(7);
    expect(faults.map(({ atMs }) => atMs)).toEqual(
      faults.map(({ atMs }) => atMs).toSorted((one, other) => one - other),
    );
    for (const { atMs, fault } of faults) {
      expect(atMs).toBeLessThan(35_000);
      expect(atMs + ('ms' in fault ? fault.ms : 0)).toBeLessThanOrEqual(40_001);
    }
  }
});

it('scheduleFaults leaves out faults that the machine or the installation does not support', () => {
  const faults = scheduleFaults({ ...options, canFillDisk: false, hasProxies: false });
  expect(faults.length).toBeGreaterThan(50);
  for (const { fault } of faults)
    expect(fault.kind).not.toMatch(/^(?:fill disk|cut connections|delay connections)$/);
});

it('describeFault names the processes and the duration', () => {
  expect(describeFault({ kind: 'kill', victims: ['postgres', 'edge-2'] })).toBe('kill postgres, edge-2');
  expect(describeFault({ kind: 'delay connections', engine: 'clickhouse', ms: 1_500, delayMs: 30 })).toBe(
    'delay connections to clickhouse by 30 ms for 1.5 s',
  );
  expect(describeFault({ kind: 'fill disk', ms: 2_000, victims: ['edge'] })).toBe(
    'fill disk for 2.0 s and kill edge',
  );
  expect(describeFault({ kind: 'jump clock', ms: 2_000, offsetMs: -3_000 })).toBe(
    'jump clock by -3 s for 2.0 s',
  );
  expect(describeFault({ kind: 'overload', ms: 2_000 })).toBe('overload for 2.0 s');
  expect(describeFault({ kind: 'restart' })).toBe('restart');
});

import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { DemoRandom } from '../../demo/demo-random.ts';

export type EngineName = 'postgres' | 'clickhouse' | `shard-${number}`;
export type Victim = EngineName | 'supervisor' | 'api' | 'worker' | `edge${'' | `-${number}`}`;

export type Fault =
  | { kind: 'kill'; victims: Victim[] }
  | { kind: 'freeze'; victims: Victim[]; ms: number }
  // The victims are killed while rows cannot be written.
  | { kind: 'fill disk'; ms: number; victims: Victim[] }
  | { kind: 'cut connections'; engine: EngineName; ms: number }
  | { kind: 'delay connections'; engine: EngineName; ms: number; delayMs: number }
  | { kind: 'jump clock'; ms: number; offsetMs: number }
  | { kind: 'slow down disk'; ms: number; delayMs: number }
  | { kind: 'publish storm'; ms: number }
  | { kind: 'overload'; ms: number }
  | { kind: 'restart' };

export type ScheduledFault = { atMs: number; fault: Fault };

// Processes of the tested installation, and the faults that the machine can cause.
export type FaultOptions = {
  seed: number;
  durationMs: number;
  victims: readonly Victim[];
  engines: readonly EngineName[];
  freezeMsMax: number;
  clockOffsetMsMax: number;
  canFillDisk: boolean;
  hasProxies: boolean;
};

export function listEngines(store: TrafficStoreName, shards: number): EngineName[] {
  if (store === 'postgres') return ['postgres'];
  if (shards === 1) return ['postgres', 'clickhouse'];
  return ['postgres', ...Array.from({ length: shards }, (_, at): EngineName => `shard-${at + 1}`)];
}

const firstFaultMs = 2_000;
// The load continues after the last fault, so that the installation also recovers under load.
const quietMs = 5_000;
const outageMsMax = 6_000;

// Returns the faults of a run, which depend only on the options. Each kind of fault, and a kill of each process, comes
// once in random order before faults are repeated. Faults that last for a while may overlap with later ones.
export function scheduleFaults(options: FaultOptions): ScheduledFault[] {
  const random = new DemoRandom(options.seed);
  const meanGapMs = options.durationMs < 120_000 ? 2_500 : 6_000;
  const faults: ScheduledFault[] = [];
  const remaining = shuffle(everyFault(options, random), random);
  let atMs = firstFaultMs;
  while (atMs < options.durationMs - quietMs) {
    const fault = remaining.shift() ?? random.pick(everyFault(options, random));
    faults.push({ atMs: Math.round(atMs), fault: endInTime(fault, options.durationMs - atMs) });
    atMs += random.between(0.3, 1.7) * meanGapMs;
  }
  return faults;
}

export function describeFault(fault: Fault): string {
  const victims = 'victims' in fault ? fault.victims.join(', ') : '';
  const target = 'engine' in fault ? ` to ${fault.engine}` : fault.kind === 'fill disk' ? '' : ` ${victims}`;
  const delay =
    'delayMs' in fault
      ? ` by ${fault.delayMs} ms`
      : 'offsetMs' in fault
        ? ` by ${Math.round(fault.offsetMs / 1_000)} s`
        : '';
  const duration = 'ms' in fault ? ` for ${(fault.ms / 1_000).toFixed(1)} s` : '';
  const kills = fault.kind === 'fill disk' && victims !== '' ? ` and kill ${victims}` : '';
  return `${fault.kind}${target.trimEnd()}${delay}${duration}${kills}`;
}

function everyFault(options: FaultOptions, random: DemoRandom): Fault[] {
  const { victims, engines, canFillDisk, hasProxies } = options;
  const outageMs = () => Math.round(random.between(500, outageMsMax));
  return [
    ...victims.map((victim): Fault => ({ kind: 'kill', victims: [victim] })),
    { kind: 'kill', victims: pickSeveral(victims, random) },
    ...victims.map((victim): Fault => freeze([victim], options, random)),
    freeze(pickSeveral(victims, random), options, random),
    ...(canFillDisk ? [[], victims.filter(isEdge)] : []).map((killed): Fault => ({
      kind: 'fill disk',
      ms: outageMs(),
      victims: killed,
    })),
    ...(hasProxies ? engines : []).flatMap((engine): Fault[] => [
      { kind: 'cut connections', engine, ms: outageMs() },
      { kind: 'delay connections', engine, ms: outageMs(), delayMs: random.integer(20, 800) },
    ]),
    { kind: 'jump clock', ms: outageMs(), offsetMs: clockOffsetMs(options, random) },
    // Below and above the time that a visitor waits for the disk.
    { kind: 'slow down disk', ms: outageMs(), delayMs: random.integer(20, 600) },
    { kind: 'publish storm', ms: outageMs() },
    { kind: 'overload', ms: outageMs() },
    { kind: 'restart' },
  ];
}

// Most jumps are short, forward or backward.
function clockOffsetMs({ clockOffsetMsMax }: FaultOptions, random: DemoRandom): number {
  const ms = 1_000 + random.next() ** 3 * (clockOffsetMsMax - 1_000);
  return Math.round(random.chance(0.5) ? ms : -ms);
}

function isEdge(victim: Victim): boolean {
  return victim.startsWith('edge');
}

function freeze(victims: Victim[], { freezeMsMax }: FaultOptions, random: DemoRandom): Fault {
  // Most freezes are short; a few last long enough that the supervisor kills the process.
  const share = random.next() ** 3;
  return { kind: 'freeze', victims, ms: Math.round(500 + share * (freezeMsMax - 500)) };
}

function endInTime(fault: Fault, remainingMs: number): Fault {
  return 'ms' in fault ? { ...fault, ms: Math.round(Math.min(fault.ms, remainingMs)) } : fault;
}

function pickSeveral(victims: readonly Victim[], random: DemoRandom): Victim[] {
  const count = random.integer(2, victims.length);
  const picked = new Set(shuffle(victims, random).slice(0, count));
  return victims.filter((victim) => picked.has(victim));
}

function shuffle<Item>(items: readonly Item[], random: DemoRandom): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

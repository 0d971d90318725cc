import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureSecrets } from '../../config/secrets.ts';
import { DemoRandom } from '../../demo/demo-random.ts';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { Comparison } from './compare-answers.ts';
import { compareWhenSettled } from './compare-when-settled.ts';
import { startInstallation, type FaultInstallation } from './fault-installation.ts';
import { makeFaultyMachine, type FaultyMachine } from './faulty-machine.ts';
import { FaultLoad } from './fault-load.ts';
import { makeFaultWorkspace } from './fault-workspace.ts';
import { injectFault, type FaultTargets } from './inject-fault.ts';
import { startPostbackReceiver, type PostbackReceiver } from './postback-receiver.ts';
import { startPublisher } from './publisher.ts';
import {
  describeFault,
  listEngines,
  scheduleFaults,
  type EngineName,
  type Fault,
  type ScheduledFault,
  type Victim,
} from './schedule-faults.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { startTimeline, type Timeline } from './timeline.ts';
import type { Visitor } from './visitor.ts';

type FaultRunOptions = {
  seed: number;
  durationMs: number;
  store: TrafficStoreName;
  // Number of ClickHouse shards.
  shards: number;
  visitsPerSecond: number;
  freezeMsMax: number;
  // A conversion that is received while the clock is ahead may wait until the clock reaches that time again.
  clockOffsetMsMax: number;
  settleMs: number;
  ignoresStopped: boolean;
  // By default, the seed decides.
  topology?: Topology;
  log?: (line: string) => void;
};

type Topology = { edges: number; hasStandby: boolean; hasProxies: boolean };

type FaultRun = Comparison & {
  faults: number;
  counts: Record<string, number>;
  timeline: string[];
  output: string;
};

function chooseTopology(seed: number): Topology {
  const random = new DemoRandom(seed);
  return { edges: random.integer(1, 2), hasStandby: random.chance(0.5), hasProxies: random.chance(0.5) };
}

// Runs an installation under load, causes the faults of a seed, and compares what was answered with what is stored.
export async function runFaults(options: FaultRunOptions): Promise<FaultRun> {
  const { seed, store, shards } = options;
  const chosen = options.topology ?? chooseTopology(seed);
  const topology = { ...chosen, hasProxies: chosen.hasProxies || shards > 1 };
  const timeline = startTimeline(options.log);
  const disk = mountSmallDisk();
  const machine = makeFaultyMachine();
  const receiver = await startPostbackReceiver();
  timeline.add(
    `seed ${seed}, ${JSON.stringify({ store, shards, ...topology, canFillDisk: disk !== undefined })}`,
  );
  try {
    const installation = await startInstallation({
      ...topology,
      store,
      shards,
      receiverPort: receiver.port,
      machineEnvironment: machine.environment,
      spoolDirectory: disk === undefined ? undefined : join(disk.path, 'spool'),
    });
    try {
      return await runOn(installation, { ...options, topology, disk, machine, receiver, timeline });
    } finally {
      await installation.stop();
    }
  } finally {
    receiver.close();
    disk?.unmount();
    machine.remove();
  }
}

type Run = FaultRunOptions & {
  topology: Topology;
  disk: SmallDisk | undefined;
  machine: FaultyMachine;
  receiver: PostbackReceiver;
  timeline: Timeline;
};

async function runOn(installation: FaultInstallation, run: Run): Promise<FaultRun> {
  const { topology, disk, machine, receiver, timeline } = run;
  const workspace = await makeFaultWorkspace(installation, receiver.port);
  const { cookie } = ensureSecrets(installation.dataDirectory);
  const clickIds = makeClickIds(deriveKey(cookie, clickIdPurpose));
  const load = new FaultLoad(workspace, clickIds, run.visitsPerSecond);
  await load.start();
  const publisher = startPublisher(installation.urls.panel, workspace);
  const engines = listEngines(run.store, run.shards);
  const faults = scheduleFaults({
    seed: run.seed,
    durationMs: run.durationMs,
    freezeMsMax: run.freezeMsMax,
    clockOffsetMsMax: run.clockOffsetMsMax,
    victims: listVictims(engines, topology),
    engines,
    canFillDisk: disk !== undefined,
    hasProxies: topology.hasProxies,
  });
  await injectAll(faults, { installation, load, publisher, disk, machine }, run);
  timeline.add('end of the load');
  await Promise.all([load.stop(), publisher.stop()]);
  const compared = await compareWhenSettled({ installation, workspace, receiver, load, publisher }, run);
  const counts = {
    ...countAnswers(load.visitors),
    'changes accepted': publisher.changes.filter(({ isAccepted }) => isAccepted === true).length,
    'supervisor restarts': installation.restarts(),
    ...Object.fromEntries(load.results),
  };
  timeline.add(JSON.stringify(counts));
  return {
    ...compared,
    faults: faults.length,
    counts,
    timeline: timeline.lines,
    output: installation.output(),
  };
}

function listVictims(engines: readonly EngineName[], { edges, hasStandby }: Topology): Victim[] {
  const edgeNames = Array.from({ length: edges + (hasStandby ? 1 : 0) }, (_, index): Victim =>
    index === 0 ? 'edge' : `edge-${index + 1}`,
  );
  return [...engines, 'api', 'worker', 'supervisor', ...edgeNames];
}

// Causes each fault at its time, even if earlier ones have not ended, and waits until all have ended.
async function injectAll(
  faults: readonly ScheduledFault[],
  targets: FaultTargets,
  { durationMs, timeline }: Run,
): Promise<void> {
  const startedAt = performance.now();
  const waitUntilMs = (atMs: number) => sleep(Math.max(0, startedAt + atMs - performance.now()));
  const inject = async (fault: Fault) => {
    const text = describeFault(fault);
    timeline.add(text);
    const problem = await injectFault(fault, targets);
    if (problem !== undefined) timeline.add(`${text}: ${problem}`);
  };
  const running: Promise<void>[] = [];
  for (const { atMs, fault } of faults) {
    await waitUntilMs(atMs);
    running.push(inject(fault));
  }
  await waitUntilMs(durationMs);
  await Promise.all(running);
}

function countAnswers(visitors: readonly Visitor[]): Record<string, number> {
  const count = (isCounted: (visitor: Visitor) => boolean) => visitors.filter(isCounted).length;
  return {
    'visits sent': visitors.length,
    'visits answered': count(({ visit }) => visit !== undefined),
    'clicks answered': count(({ click }) => click !== undefined && click !== 'unanswered'),
    'incoming postbacks answered': visitors.flatMap(({ reports }) => reports).filter(Boolean).length,
  };
}

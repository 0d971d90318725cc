import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDataDirectory } from '../../engines/data-directory.ts';
import { identifyProcess, signalProcess, type ProcessIdentity } from '../../platform/process-identity.ts';
import { readInstance } from '../../start/instance.ts';
import { findProcess, readParentPid, type Part } from '../product/processes.ts';
import { command } from '../product/product.ts';
import type { FaultInstallation } from './fault-installation.ts';
import type { FaultyMachine } from './faulty-machine.ts';
import type { FaultLoad } from './fault-load.ts';
import type { Publisher } from './publisher.ts';
import type { EngineName, Fault, Victim } from './schedule-faults.ts';
import type { SmallDisk } from './small-disk.ts';

export type FaultTargets = {
  installation: FaultInstallation;
  load: FaultLoad;
  publisher: Publisher;
  disk: SmallDisk | undefined;
  machine: FaultyMachine;
};

const overloadFactor = 3;

type Change = { begin: () => void; end: () => void };

// Causes a fault and, if it lasts for a while, ends it. Returns what could not be done, if anything.
export async function injectFault(fault: Fault, targets: FaultTargets): Promise<string | undefined> {
  const { installation, disk } = targets;
  switch (fault.kind) {
    case 'kill':
      return signalVictims(installation, fault.victims, 'SIGKILL').missing;
    case 'freeze': {
      const { found, missing } = signalVictims(installation, fault.victims, 'SIGSTOP');
      await sleep(fault.ms);
      for (const identity of found) signalProcess(identity, 'SIGCONT');
      return missing;
    }
    case 'restart':
      return await restart(installation);
    case 'fill disk': {
      disk?.fill();
      await sleep(fault.ms / 2);
      const { missing } = signalVictims(installation, fault.victims, 'SIGKILL');
      await sleep(fault.ms / 2);
      disk?.empty();
      return missing;
    }
    case 'cut connections':
    case 'delay connections':
    case 'jump clock':
    case 'slow down disk':
    case 'publish storm':
    case 'overload': {
      const { begin, end } = findChange(fault, targets);
      begin();
      await sleep(fault.ms);
      end();
      return undefined;
    }
  }
}

type LastingFault = Exclude<Fault, { kind: 'kill' | 'freeze' | 'restart' | 'fill disk' }>;

function findChange(fault: LastingFault, { installation, load, publisher, machine }: FaultTargets): Change {
  switch (fault.kind) {
    case 'cut connections': {
      const proxy = installation.proxies.get(fault.engine);
      return { begin: () => proxy?.cut(), end: () => proxy?.accept() };
    }
    case 'delay connections': {
      const proxy = installation.proxies.get(fault.engine);
      const setDelay = (delayMs: number) => () => void (proxy === undefined || (proxy.delayMs = delayMs));
      return { begin: setDelay(fault.delayMs), end: setDelay(0) };
    }
    case 'jump clock':
      return {
        begin: () => machine.set({ clockOffsetMs: fault.offsetMs }),
        end: () => machine.set({ clockOffsetMs: 0 }),
      };
    case 'slow down disk':
      return {
        begin: () => machine.set({ diskDelayMs: fault.delayMs }),
        end: () => machine.set({ diskDelayMs: 0 }),
      };
    case 'publish storm':
      return { begin: () => publisher.setStorm(true), end: () => publisher.setStorm(false) };
    case 'overload':
      return { begin: () => load.setFactor(overloadFactor), end: () => load.setFactor(1) };
  }
}

// Finds all processes before the first signal, so that they are killed together.
function signalVictims(installation: FaultInstallation, victims: readonly Victim[], signal: NodeJS.Signals) {
  const processes = victims.map((victim) => ({ victim, found: findVictim(installation, victim, signal) }));
  const found = processes.flatMap((one) => one.found);
  for (const identity of found) signalProcess(identity, signal);
  const missing = processes.filter((one) => one.found.length === 0).map(({ victim }) => victim);
  return { found, missing: missing.length === 0 ? undefined : `not running: ${missing.join(', ')}` };
}

function findVictim(
  installation: FaultInstallation,
  victim: Victim,
  signal: NodeJS.Signals,
): ProcessIdentity[] {
  if (victim === 'supervisor') {
    const instance = readInstance(openDataDirectory(installation.dataDirectory));
    return instance === undefined ? [] : [instance.process];
  }
  const isShard = victim.startsWith('shard-');
  const isEngine = isShard || victim === 'postgres' || victim === 'clickhouse';
  const dataDirectory = isEngine
    ? installation.engineDirectory(victim as EngineName)
    : installation.dataDirectory;
  try {
    const found = findProcess({ dataDirectory }, isShard ? 'clickhouse' : (victim as Part));
    // PostgreSQL has a process for each connection. They exit on their own when the server is killed.
    return victim === 'postgres' && signal === 'SIGSTOP' ? [found, ...findChildren(found)] : [found];
  } catch {
    return [];
  }
}

function findChildren({ pid }: ProcessIdentity): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(Number(name), pid))
    .map((name) => identifyProcess(Number(name)))
    .filter((identity) => identity !== undefined);
}

function isChild(pid: number, parent: number): boolean {
  try {
    return readParentPid(pid) === parent;
  } catch {
    return false;
  }
}

async function restart({ environment }: FaultInstallation): Promise<string | undefined> {
  try {
    await promisify(execFile)(process.execPath, [command, 'restart'], { env: environment });
    return undefined;
  } catch (error) {
    // Another fault can prevent the restart.
    return (error as { stderr?: string }).stderr?.trim() ?? String(error);
  }
}

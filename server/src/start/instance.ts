import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from '../engines/data-directory.ts';
import { lockDirectory, type DirectoryLock } from '../platform/directory-lock.ts';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../platform/process-identity.ts';
import { ownProgram, type Program } from './program.ts';

type Hosts = { panelHost: string | undefined; trackingHost: string };

export type Instance = {
  kind: 'server' | 'command';
  process: ProcessIdentity;
  // Version of Waypost that the roles run. Set together with the URLs.
  version?: string;
  // What the roles and the supervisor run. During an upgrade and afterward, they can differ.
  program?: Program;
  supervisor?: Program;
  urls?: { panel: string; edge: string; status: string };
  // Hosts that the instance serves over HTTPS. They can be options of `waypost start`, which other commands do not know.
  https?: Hosts;
};

/** Requests a running server to restart its roles. */
export const restartSignal = 'SIGUSR2';

export type Restart = {
  startedAt: string;
  // Set if the roles were switched to another program.
  program?: Program;
  // True until the last role has been replaced.
  isRunning?: boolean;
  restarted: string[];
  failed: { name: string; why: string }[];
};

// A command holds the directory's lock for a second or two, and a stopping instance holds it for less than ten seconds.
const lockTimeoutMs = 15_000;

export async function claimInstance(
  directory: DataDirectory,
  kind: Instance['kind'],
): Promise<DirectoryLock> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const lock = await lockDirectory(directory.path, 200);
    if (lock !== undefined) {
      writeInstance(directory, { kind, process: thisProcess() });
      return { release: () => releaseInstance(directory, lock) };
    }
    const owner = readInstance(directory);
    if (owner?.kind === 'server' || performance.now() >= deadline) throw directoryInUse(directory, owner);
    await sleep(100);
  }
}

export function readInstance(directory: Pick<DataDirectory, 'run'>): Instance | undefined {
  const instance = readRunFile(instanceFile(directory)) as Instance | undefined;
  return instance !== undefined && isRunning(instance.process) ? instance : undefined;
}

export function readRestart(directory: DataDirectory): Restart | undefined {
  return readRunFile(restartFile(directory)) as Restart | undefined;
}

export function writeRestart(directory: DataDirectory, restart: Restart): void {
  writeJsonFile(restartFile(directory), restart);
}

export function publishInstance(
  directory: DataDirectory,
  { urls, https }: { urls: NonNullable<Instance['urls']>; https: Hosts | undefined },
  program: Program = ownProgram(),
): void {
  const { version } = program;
  const supervisor = ownProgram();
  const hosts =
    https === undefined ? {} : { https: { panelHost: https.panelHost, trackingHost: https.trackingHost } };
  writeInstance(directory, {
    kind: 'server',
    process: thisProcess(),
    version,
    program,
    supervisor,
    urls,
    ...hosts,
  });
}

function releaseInstance(directory: DataDirectory, lock: DirectoryLock): void {
  rmSync(instanceFile(directory), { force: true });
  lock.release();
}

function directoryInUse(directory: DataDirectory, owner: Instance | undefined): OperatorError {
  const processName = owner === undefined ? 'another process' : `process ${owner.process.pid}`;
  const panel = owner?.urls === undefined ? '' : `, panel at ${owner.urls.panel}`;
  return new OperatorError(
    'dataDirectory',
    `Waypost is already running in ${directory.path} (${processName}${panel}). Stop it, or set WAYPOST_DATA_DIR to another directory.`,
  );
}

function thisProcess(): ProcessIdentity {
  return identifyProcess(process.pid) ?? { pid: process.pid, startedAt: '' };
}

function writeInstance(directory: DataDirectory, instance: Instance): void {
  writeJsonFile(instanceFile(directory), instance);
}

function restartFile(directory: DataDirectory): string {
  return join(directory.run, 'restart.json');
}

function instanceFile(directory: Pick<DataDirectory, 'run'>): string {
  return join(directory.run, 'instance.json');
}

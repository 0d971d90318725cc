import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from '../engines/data-directory.ts';
import { lockDirectory, type DirectoryLock } from '../platform/directory-lock.ts';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../platform/process-identity.ts';

/** Who owns a data directory now: a server for a long time, or a command for a moment. */
export type Instance = {
  kind: 'server' | 'command';
  process: ProcessIdentity;
  /** Set once it serves. */
  urls?: { panel: string; edge: string; status: string };
};

// A command holds the directory for a second or two; an instance that is stopping, for less than ten.
const waitForOthersMs = 15_000;

export async function takeInstance(directory: DataDirectory, kind: Instance['kind']): Promise<DirectoryLock> {
  const deadline = performance.now() + waitForOthersMs;
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

/** The instance that runs in the directory now, if any. */
export function readInstance(directory: DataDirectory): Instance | undefined {
  const instance = readRunFile(instanceFile(directory)) as Instance | undefined;
  return instance !== undefined && isRunning(instance.process) ? instance : undefined;
}

export function publishUrls(directory: DataDirectory, urls: NonNullable<Instance['urls']>): void {
  writeInstance(directory, { kind: 'server', process: thisProcess(), urls });
}

function releaseInstance(directory: DataDirectory, lock: DirectoryLock): void {
  rmSync(instanceFile(directory), { force: true });
  lock.release();
}

function directoryInUse(directory: DataDirectory, owner: Instance | undefined): OperatorError {
  const who = owner === undefined ? 'another process' : `process ${owner.process.pid}`;
  const where = owner?.urls === undefined ? '' : `, its panel is at ${owner.urls.panel}`;
  return new OperatorError(
    'dataDirectory',
    `Waypost already runs on ${directory.path} (${who}${where}): stop that one first, or set WAYPOST_DATA_DIR to another place.`,
  );
}

function thisProcess(): ProcessIdentity {
  return identifyProcess(process.pid) ?? { pid: process.pid, startedAt: '' };
}

function writeInstance(directory: DataDirectory, instance: Instance): void {
  writeJsonFile(instanceFile(directory), instance);
}

function instanceFile(directory: DataDirectory): string {
  return join(directory.run, 'instance.json');
}

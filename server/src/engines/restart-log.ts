import { join } from 'node:path';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { version } from '../platform/version.ts';
import type { DataDirectory } from './data-directory.ts';

type RestartEntry = {
  process: string;
  why: string;
  at: string;
  times: number;
};

type LogDirectory = Pick<DataDirectory, 'path'>;

const entriesMax = 100;
const waypostName = 'waypost';
const cleanStop = 'stopped';

/**
 * Records a restart in a file, because the database itself may be down. A repeated restart only increments the count in
 * the last entry.
 */
export function recordRestart(
  directory: LogDirectory,
  process: string,
  why: string,
  now: Date = new Date(),
): void {
  const entries = readRestarts(directory) ?? [];
  const [last, ...before] = entries;
  const isSame = last?.process === process && last.why === why;
  const entry = { process, why, at: now.toISOString(), times: isSame ? last.times + 1 : 1 };
  try {
    writeJsonFile(logFile(directory), [entry, ...(isSame ? before : entries)].slice(0, entriesMax));
  } catch {
    // A failed write is ignored, because problems with the disk are reported elsewhere.
  }
}

/**
 * Records a start. The entry says if the previous run was not shut down cleanly, because a killed process cannot record
 * its own end.
 */
export function recordStart(directory: LogDirectory): void {
  const last = readRestarts(directory)?.find((entry) => entry.process === waypostName);
  const wasStopped = last === undefined || last.why === cleanStop;
  const started = `version ${version} started`;
  recordRestart(
    directory,
    waypostName,
    wasStopped ? started : `${started}; the previous run was not shut down cleanly`,
  );
}

export function recordStop(directory: LogDirectory): void {
  recordRestart(directory, waypostName, cleanStop);
}

/** Returns the entries, newest first; undefined if there is no log. */
export function readRestarts(directory: LogDirectory): RestartEntry[] | undefined {
  const content = readRunFile(logFile(directory));
  return Array.isArray(content) ? content.filter(isEntry) : undefined;
}

function isEntry(value: unknown): value is RestartEntry {
  const { process, why, at, times } = (value ?? {}) as { [Name in keyof RestartEntry]?: unknown };
  return [process, why, at].every((text) => typeof text === 'string') && Number.isSafeInteger(times);
}

function logFile({ path }: LogDirectory): string {
  return join(path, 'restarts.json');
}

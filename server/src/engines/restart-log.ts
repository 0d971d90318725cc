import { join } from 'node:path';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { version } from '../platform/version.ts';
import type { DataDirectory } from './data-directory.ts';

/** A process that ended by itself or did not start, or the whole that was started or stopped. */
type RestartEntry = {
  process: string;
  why: string;
  /** The last time, where it happened several times in a row. */
  at: string;
  times: number;
};

type Place = Pick<DataDirectory, 'path'>;

const entriesMax = 100;
const whole = 'waypost';
const orderly = 'stopped in order';

/** In a file, since it may be the database that ended. What happens again and again is one entry that counts. */
export function noteRestart(place: Place, process: string, why: string, now: Date = new Date()): void {
  const entries = readRestarts(place) ?? [];
  const [last, ...before] = entries;
  const isSame = last?.process === process && last.why === why;
  const entry = { process, why, at: now.toISOString(), times: isSame ? last.times + 1 : 1 };
  try {
    writeJsonFile(logFile(place), [entry, ...(isSame ? before : entries)].slice(0, entriesMax));
  } catch {
    // Where nothing can be written there is worse to be told, and others tell it.
  }
}

/** A run that was killed with all of its processes could not note its end: the next one says so. */
export function noteStart(place: Place): void {
  const last = readRestarts(place)?.find((entry) => entry.process === whole);
  const isOrderly = last === undefined || last.why === orderly;
  const started = `version ${version} started`;
  noteRestart(place, whole, isOrderly ? started : `${started}; the run before was not stopped in order`);
}

export function noteStop(place: Place): void {
  noteRestart(place, whole, orderly);
}

/** The newest first; undefined where nobody has kept any. */
export function readRestarts(place: Place): RestartEntry[] | undefined {
  const content = readRunFile(logFile(place));
  return Array.isArray(content) ? content.filter(isEntry) : undefined;
}

function isEntry(given: unknown): given is RestartEntry {
  const { process, why, at, times } = (given ?? {}) as { [Name in keyof RestartEntry]?: unknown };
  return [process, why, at].every((text) => typeof text === 'string') && Number.isSafeInteger(times);
}

function logFile({ path }: Place): string {
  return join(path, 'restarts.json');
}

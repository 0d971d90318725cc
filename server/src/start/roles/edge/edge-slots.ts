import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockDirectory, type DirectoryLock } from '../../../platform/directory-lock.ts';
import { makeDirectory } from '../../../platform/make-directory.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

/**
 * What an edge process writes, each in a folder of that name: the rows of visits, those that belong to a visit and take
 * its properties over, and incoming events as they came, which PostgreSQL gets.
 */
export const streamNames = ['visits', 'clicks', 'inbox'] as const;
export type StreamName = (typeof streamNames)[number];

/** A place of its own for one edge process: its spool, and its copy of what it serves. */
export type EdgeSlot = { path: string; lock: DirectoryLock };

const slotsMax = 256;
const slotName = /^edge-\d+$/;

/** The first place that no other process has: after a crash that is the one of the process that died. */
export function claimSlot(directory: string): EdgeSlot {
  for (let number = 1; number <= slotsMax; number += 1) {
    const slot = tryClaim(join(directory, `edge-${number}`));
    if (slot !== undefined) return slot;
  }
  throw new OperatorError('dataDirectory', `${directory} has ${slotsMax} edge processes at work already.`);
}

// A process that was killed is back within seconds, and needs its own place then.
const abandonedAfterMs = 60_000;

/**
 * Places that nobody has any more, because fewer processes run now: what is left there is still to be shipped. One at a
 * time: the next is claimed when its turn comes.
 */
export function* claimAbandonedSlots(directory: string, nowMs: number): Generator<EdgeSlot> {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    // A change far in the future was made while the clock was ahead.
    const isRecent = Math.abs(nowMs - lastChangeMs(path)) < abandonedAfterMs;
    if (!slotName.test(name) || isRecent) continue;
    const slot = tryClaim(path);
    if (slot !== undefined) yield slot;
  }
}

/** When a file of a slot or of one of its streams last came or went. */
function lastChangeMs(path: string): number {
  const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Math.max(
    ...[path, ...folders.map(({ name }) => join(path, name))].map((one) => statSync(one).mtimeMs),
  );
}

function tryClaim(path: string): EdgeSlot | undefined {
  makeDirectory(path, 0o700);
  const lock = tryLockDirectory(path);
  return lock === undefined ? undefined : { path, lock };
}

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockDirectory, type DirectoryLock } from '../platform/directory-lock.ts';
import { OperatorError } from '../platform/operator-error.ts';

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

/** Places that nobody has any more, because fewer processes run now: what is left there is still to be shipped. */
export function claimAbandonedSlots(directory: string): EdgeSlot[] {
  return readdirSync(directory)
    .filter((name) => slotName.test(name))
    .map((name) => tryClaim(join(directory, name)))
    .filter((slot) => slot !== undefined);
}

function tryClaim(path: string): EdgeSlot | undefined {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = tryLockDirectory(path);
  return lock === undefined ? undefined : { path, lock };
}

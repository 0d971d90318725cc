import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasSnapshot } from '../../../edge/snapshot/snapshot-file.ts';
import { tryLockDirectory, type DirectoryLock } from '../../../platform/directory-lock.ts';
import { makeDirectory } from '../../../platform/make-directory.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

/**
 * Spools of an edge process, each in a folder of the same name. They contain visits, rows that copy properties of a
 * visit, and raw incoming postbacks, which are shipped to PostgreSQL.
 */
export const streamNames = ['visits', 'clicks', 'inbox'] as const;
export type StreamName = (typeof streamNames)[number];

export type EdgeSlot = { path: string; lock: DirectoryLock };

// Marks a slot whose process has exited after finishing its work, so that nothing needs to wait for its restart.
const closedFile = 'closed';
const slotsMax = 256;
const slotName = /^edge-\d+$/;

/** Claims the first free slot. After a crash, this is the slot of the crashed process. */
export function claimSlot(directory: string): EdgeSlot {
  for (let number = 1; number <= slotsMax; number += 1) {
    const slot = tryClaim(join(directory, `edge-${number}`));
    if (slot !== undefined) return slot;
  }
  throw new OperatorError('dataDirectory', `${directory} is already used by ${slotsMax} edge processes.`);
}

export function releaseSlot({ path, lock }: EdgeSlot): void {
  try {
    writeFileSync(join(path, closedFile), '');
  } catch {
    // Without the file, the rows are only shipped a minute later.
  }
  lock.release();
}

export function listOtherSlots({ path }: EdgeSlot): string[] {
  return listSlots(dirname(path)).filter((other) => other !== path);
}

// Returns true if an edge on this machine can serve visitors without PostgreSQL.
export async function hasSnapshotCopy(directory: string): Promise<boolean> {
  const slots = existsSync(directory) ? listSlots(directory) : [];
  return (await Promise.all(slots.map(hasSnapshot))).includes(true);
}

function listSlots(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => slotName.test(name))
    .map((name) => join(directory, name));
}

// A slot is left alone for this time, because a crashed process is restarted within seconds and needs its slot.
const abandonedAfterMs = 60_000;

/**
 * Claims the slots of processes that are no longer running, one at a time, so that their rows can be shipped. Skips
 * slots that `finished` contains.
 */
export function* claimAbandonedSlots(
  directory: string,
  nowMs: number,
  finished: Pick<FinishedSlots, 'has'>,
): Generator<EdgeSlot> {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!slotName.test(name) || finished.has(path)) continue;
    // Times far in the future come from a clock that was ahead, so they are not treated as recent.
    const isRecent =
      !existsSync(join(path, closedFile)) && Math.abs(nowMs - lastChangeMs(path)) < abandonedAfterMs;
    if (isRecent) continue;
    const slot = tryClaim(path);
    if (slot !== undefined) yield slot;
  }
}

// Finished slots are opened again after this time, to remove old segments and to notice a restored traffic store.
const finishedForMs = 600_000;

// Slots whose rows are all shipped. A slot is forgotten when another process uses it.
export class FinishedSlots {
  readonly #slots = new Map<string, { changedMs: number; untilMs: number }>();
  readonly #uptime: () => number;

  constructor(uptime: () => number = () => performance.now()) {
    this.#uptime = uptime;
  }

  // Must be called after the slot was released, because a release changes it.
  add(path: string): void {
    this.#slots.set(path, { changedMs: lastChangeMs(path), untilMs: this.#uptime() + finishedForMs });
  }

  has(path: string): boolean {
    const slot = this.#slots.get(path);
    return slot !== undefined && this.#uptime() < slot.untilMs && lastChangeMs(path) === slot.changedMs;
  }
}

function lastChangeMs(path: string): number {
  const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Math.max(
    ...[path, ...folders.map(({ name }) => join(path, name))].map((one) => statSync(one).mtimeMs),
  );
}

function tryClaim(path: string): EdgeSlot | undefined {
  makeDirectory(path, 0o700);
  const lock = tryLockDirectory(path);
  if (lock === undefined) return undefined;
  rmSync(join(path, closedFile), { force: true });
  return { path, lock };
}

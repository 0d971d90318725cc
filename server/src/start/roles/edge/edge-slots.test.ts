import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { claimAbandonedSlots, claimSlot, FinishedSlots, releaseSlot, type EdgeSlot } from './edge-slots.ts';

const claimed = new Set<EdgeSlot>();

afterEach(() => claimed.forEach(release));

function claim(directory: string): EdgeSlot {
  const slot = claimSlot(directory);
  claimed.add(slot);
  return slot;
}

function release(slot: EdgeSlot): void {
  claimed.delete(slot);
  slot.lock.release();
}

function age(path: string, timeMs: number): void {
  for (const folder of [join(path, 'visits'), path]) {
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, timeMs / 1_000, timeMs / 1_000);
  }
}

it('claimSlot returns the first free slot', () => {
  const directory = makeTemporaryDirectory();
  const [first, second] = [claim(directory), claim(directory)];
  expect([first.path, second.path]).toEqual([join(directory, 'edge-1'), join(directory, 'edge-2')]);
  release(first);
  expect(claim(directory).path).toBe(first.path);
});

it('claimAbandonedSlots skips slots that are locked or were used recently', () => {
  const directory = makeTemporaryDirectory();
  const now = Date.now();
  const used = claim(directory);
  for (const name of ['edge-2', 'edge-3', 'edge-4', 'other']) mkdirSync(join(directory, name));
  age(used.path, now - 3_600_000);
  age(join(directory, 'edge-2'), now - 61_000);
  age(join(directory, 'edge-3'), now - 30_000);
  // This directory was modified while the clock was ahead.
  age(join(directory, 'edge-4'), now + 7_200_000);
  age(join(directory, 'other'), now - 3_600_000);
  const abandoned: string[] = [];
  for (const slot of claimAbandonedSlots(directory, now, new FinishedSlots())) {
    abandoned.push(slot.path);
    slot.lock.release();
  }
  expect(abandoned).toEqual([join(directory, 'edge-2'), join(directory, 'edge-4')]);
});

it('claimAbandonedSlots claims the slot of a process that has just finished, but not that of a process that was just killed', () => {
  const directory = makeTemporaryDirectory();
  const [finished, killed] = [claim(directory), claim(directory)];
  claimed.delete(finished);
  releaseSlot(finished);
  release(killed);
  const claimNow = () => {
    const paths: string[] = [];
    for (const slot of claimAbandonedSlots(directory, Date.now(), new FinishedSlots())) {
      paths.push(slot.path);
      slot.lock.release();
    }
    return paths;
  };
  expect(claimNow()).toEqual([finished.path]);
  // Claiming the slot has removed the mark.
  expect(claimNow()).toEqual([]);
});

it('FinishedSlots contains a slot for ten minutes, or until another process uses it', () => {
  const directory = makeTemporaryDirectory();
  const slot = claim(directory);
  age(slot.path, Date.now() - 3_600_000);
  const clock = { ms: 0 };
  const finished = new FinishedSlots(() => clock.ms);
  expect(finished.has(slot.path)).toBe(false);
  finished.add(slot.path);
  clock.ms = 599_999;
  expect(finished.has(slot.path)).toBe(true);
  clock.ms = 600_000;
  expect(finished.has(slot.path)).toBe(false);
  finished.add(slot.path);
  mkdirSync(join(slot.path, 'visits', 'rejected'));
  expect(finished.has(slot.path)).toBe(false);
});

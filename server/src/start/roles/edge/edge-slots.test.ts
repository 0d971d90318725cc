import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { claimAbandonedSlots, claimSlot, type EdgeSlot } from './edge-slots.ts';

const held = new Set<EdgeSlot>();

afterEach(() => held.forEach(release));

function claim(directory: string): EdgeSlot {
  const slot = claimSlot(directory);
  held.add(slot);
  return slot;
}

function release(slot: EdgeSlot): void {
  held.delete(slot);
  slot.lock.release();
}

/** Makes a slot look as if nothing had come or gone in it since then. */
function age(path: string, timeMs: number): void {
  for (const folder of [join(path, 'visits'), path]) {
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, timeMs / 1_000, timeMs / 1_000);
  }
}

it('gives every process a place of its own, and the first free one to the next', () => {
  const directory = makeTemporaryDirectory();
  const [first, second] = [claim(directory), claim(directory)];
  expect([first.path, second.path]).toEqual([join(directory, 'edge-1'), join(directory, 'edge-2')]);
  release(first);
  expect(claim(directory).path).toBe(first.path);
});

it('takes over what nobody has any more, but neither what is in use nor what was in use a moment ago', () => {
  const directory = makeTemporaryDirectory();
  const now = Date.now();
  const used = claim(directory);
  for (const name of ['edge-2', 'edge-3', 'edge-4', 'other']) mkdirSync(join(directory, name));
  age(used.path, now - 3_600_000);
  age(join(directory, 'edge-2'), now - 61_000);
  age(join(directory, 'edge-3'), now - 30_000);
  // Left there while the clock was ahead.
  age(join(directory, 'edge-4'), now + 7_200_000);
  age(join(directory, 'other'), now - 3_600_000);
  const abandoned: string[] = [];
  for (const slot of claimAbandonedSlots(directory, now)) {
    abandoned.push(slot.path);
    slot.lock.release();
  }
  expect(abandoned).toEqual([join(directory, 'edge-2'), join(directory, 'edge-4')]);
});

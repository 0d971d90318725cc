import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mountMemory, whyNoMounts } from '../spool/mounts.ts';

export type SmallDisk = {
  path: string;
  fill: () => void;
  empty: () => void;
  unmount: () => void;
};

const diskBytes = 256 * 1024 * 1024;
const refillMs = 10;
const chunkSizes = [1024 * 1024, 4096];

// Mounts a disk that can be filled completely, or returns undefined if the machine does not permit this.
export function mountSmallDisk(): SmallDisk | undefined {
  if (whyNoMounts() !== undefined) return undefined;
  const { path, unmount } = mountMemory(diskBytes);
  const filler = join(path, 'filler');
  let timer: NodeJS.Timeout | undefined;
  const stopFilling = () => clearInterval(timer);
  const fill = () => {
    stopFilling();
    fillDisk(filler);
    // Edges remove shipped segments to make room.
    timer = setInterval(() => fillDisk(filler), refillMs);
  };
  const empty = () => {
    stopFilling();
    rmSync(filler, { force: true });
  };
  return {
    path,
    fill,
    empty,
    unmount: () => {
      stopFilling();
      unmount();
    },
  };
}

function fillDisk(filler: string): void {
  const descriptor = openSync(filler, 'a');
  try {
    for (const bytes of chunkSizes) writeUntilFull(descriptor, Buffer.alloc(bytes));
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, chunk: Buffer): void {
  try {
    while (writeSync(descriptor, chunk) === chunk.length);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}

import { totalmem } from 'node:os';

/** The machine's memory, or what a container leaves of it. */
export function usableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

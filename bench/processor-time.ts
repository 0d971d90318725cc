import { readdirSync, readFileSync } from 'node:fs';
import { findProcess, readParentPid, listParts } from '../server/src/testing/product/processes.ts';
import type { Product } from '../server/src/testing/product/product.ts';

const ticksPerSecond = 100;

/** Returns the CPU time of a process and its threads, or 0 if the CPU time is not available. */
export function cpuMicroseconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000;
  } catch {
    return 0;
  }
}

/**
 * Returns the CPU time of each part of the product, including its child processes. The result is empty on systems other
 * than Linux.
 */
export function cpuByPart(product: Product): Record<string, number> {
  if (process.platform !== 'linux') return {};
  return Object.fromEntries(
    listParts(product).map((part) => [part, cpuWithChildren(findProcess(product, part).pid)]),
  );
}

/** Returns the CPU time of a process and its running child processes. */
export function cpuWithChildren(pid: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const own = pids.filter((one) => one === pid || isChild(one, pid));
  return own.reduce((sum, one) => sum + cpuMicroseconds(one), 0);
}

function isChild(pid: number, parent: number): boolean {
  try {
    return readParentPid(pid) === parent;
  } catch {
    return false;
  }
}

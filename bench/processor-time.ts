import { readdirSync, readFileSync } from 'node:fs';
import { findProcess, parentOf, partsOf } from '../server/src/testing/product/processes.ts';
import type { Product } from '../server/src/testing/product/product.ts';

const ticksPerSecond = 100;

/** What a process and its threads have used so far; 0 where it is gone, or the system does not say. */
export function cpuMicroseconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000;
  } catch {
    return 0;
  }
}

/** Of each part with its children; zero where the system does not say. */
export function cpuByPart(product: Product): Record<string, number> {
  if (process.platform !== 'linux') return {};
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return Object.fromEntries(
    partsOf(product).map((part) => {
      const { pid } = findProcess(product, part);
      const own = pids.filter((one) => one === pid || isChild(one, pid));
      return [part, own.reduce((sum, one) => sum + cpuMicroseconds(one), 0)];
    }),
  );
}

function isChild(pid: number, parent: number): boolean {
  try {
    return parentOf(pid) === parent;
  } catch {
    return false;
  }
}

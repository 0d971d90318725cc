import { readFileSync } from 'node:fs';

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

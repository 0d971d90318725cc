import { existsSync, readFileSync } from 'node:fs';
import { servicePlaces, serviceName } from '../../config/service-files.ts';
import { realFiles } from '../../edge/spool/file-operations.ts';
import { usableMemoryBytes } from '../../engines/usable-memory.ts';
import type { Settings } from '../settings.ts';
import type { Finding } from './diagnose-content.ts';

const gibibyte = 1024 ** 3;
// What the smallest machine in the sizing guide has, less what the kernel reserves.
const memoryMinBytes = 0.9 * gibibyte;
const availableMinBytes = gibibyte / 8;
// The spool stops growing at a percentage that is configurable. The warning comes this much earlier.
const warningPercent = 10;

export async function machineFindings(settings: Settings): Promise<Finding[]> {
  return [await diskFinding(settings), memoryFinding()];
}

async function diskFinding({ spool, dataDirectory }: Settings): Promise<Finding> {
  const folder = existsSync(spool.directory) ? spool.directory : dataDirectory;
  const { totalBytes, usedBytes } = await realFiles.space(folder);
  const used = Math.round((100 * usedBytes) / totalBytes);
  const message = `${used} % of the disk is in use, ${formatBytes(totalBytes - usedBytes)} free`;
  if (used < spool.diskPercentMax - warningPercent) return { part: 'disk', state: 'ok', message };
  return {
    part: 'disk',
    state: used < spool.diskPercentMax ? 'warning' : 'problem',
    message: `${message}; the spool stops growing at ${spool.diskPercentMax} %`,
    fix: `free space or enlarge the disk; find large folders with: sudo du -xh --max-depth=2 / | sort -h | tail -20`,
  };
}

function memoryFinding(): Finding {
  const total = usableMemoryBytes();
  const available = readAvailableMemory();
  const message = `${formatBytes(total)}${available === undefined ? '' : `, ${formatBytes(available)} available`}`;
  const isLow = total < memoryMinBytes || (available !== undefined && available < availableMinBytes);
  if (!isLow) return { part: 'memory', state: 'ok', message };
  return {
    part: 'memory',
    state: 'warning',
    message,
    fix: 'use a larger machine (docs/operator/sizing.md), or stop other programs; list them with: ps -eo rss,args --sort=-rss | head',
  };
}

function readAvailableMemory(): number | undefined {
  if (!existsSync('/proc/meminfo')) return undefined;
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

function formatBytes(bytes: number): string {
  return bytes < gibibyte ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`;
}

export function isServiceInstalled(): boolean {
  return existsSync(servicePlaces.unit);
}

export function startCommand(): string {
  return isServiceInstalled() ? `sudo systemctl start ${serviceName}` : 'waypost start';
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  signalProcess,
  waitForExit,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';

const gracefulStopMs = 4_000;
const forcedStopMs = 2_000;

/**
 * Stops processes of a previous run, so that two servers never use the same files. The caller must hold the data
 * directory's lock, so any processes still running in it have lost their parent.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  for (const [signal, waitMs] of [
    ['SIGINT', gracefulStopMs],
    ['SIGQUIT', forcedStopMs],
    ['SIGKILL', forcedStopMs],
  ] as const) {
    const left = findPostgresProcesses(cluster);
    if (left.length === 0) break;
    const server = left.find((identity) => identity.pid === readServerPid(cluster));
    for (const identity of server === undefined || signal === 'SIGKILL' ? left : [server])
      signalProcess(identity, signal);
    await Promise.all(left.map((identity) => waitForExit(identity, waitMs)));
  }
  // No process uses the cluster now. A stale pid file with the ID of an unrelated process would prevent the start.
  if (process.platform === 'linux') rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

export function readServerPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    // PostgreSQL creates the file before it writes to it.
    return Number.isNaN(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

// On Linux, finds processes by their working directory, because PostgreSQL rewrites its command lines.
function findPostgresProcesses(cluster: string): ProcessIdentity[] {
  const pids =
    process.platform === 'linux' ? linuxProcessesIn(realpathSync(cluster)) : serverByCommand(cluster);
  return pids.map((pid) => identifyProcess(pid)).filter((identity) => identity !== undefined);
}

function linuxProcessesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === folder &&
          readlinkSync(`/proc/${pid}/exe`).endsWith('/postgres')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

function serverByCommand(cluster: string): number[] {
  const pid = readServerPid(cluster);
  if (pid === undefined) return [];
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster) ? [pid] : [];
  } catch {
    return [];
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  signalProcess,
  waitUntilGone,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';

const orderlyStopMs = 4_000;
const forcedStopMs = 2_000;

/**
 * Ends what an earlier run left behind in this cluster, so that there are never two servers on one set of files. The
 * caller holds the lock of the data directory: whatever still runs here has lost its owner.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  for (const [signal, waitMs] of [
    ['SIGINT', orderlyStopMs],
    ['SIGQUIT', forcedStopMs],
    ['SIGKILL', forcedStopMs],
  ] as const) {
    const left = findPostgresProcesses(cluster);
    if (left.length === 0) break;
    const server = left.find((identity) => identity.pid === readServerPid(cluster));
    for (const identity of server === undefined || signal === 'SIGKILL' ? left : [server])
      signalProcess(identity, signal);
    await Promise.all(left.map((identity) => waitUntilGone(identity, waitMs)));
  }
  // Nobody works in the cluster any more. A pid file that names a stranger's process would keep PostgreSQL from starting.
  if (process.platform === 'linux') rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

export function readServerPid(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

/** Every PostgreSQL process works in its cluster's folder; command lines would not tell, as they may be rewritten. */
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

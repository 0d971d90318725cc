import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pollUntil } from './retry.ts';
import { systemCode } from './errors.ts';

/** A process id alone can belong to a stranger after a restart of the machine; with the start time it cannot. */
export type ProcessIdentity = { pid: number; startedAt: string };

export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Signals exactly this process; a process that is gone already is what the caller wanted. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const gone = await pollUntil(() => (isRunning(identity) ? undefined : true), { timeoutMs, intervalMs: 25 });
  return gone === true;
}

function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command, in brackets, may hold spaces: count the fields after its last bracket. A zombie counts as gone.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function psStartTime(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

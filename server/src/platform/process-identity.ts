import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pollUntil } from './retry.ts';
import { systemCode } from './errors.ts';

/** Identifies a process by its ID and start time, because the ID can later be reused for a different process. */
export type ProcessIdentity = { pid: number; startedAt: string };

export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

export async function waitForExit(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const ended = await pollUntil(() => (isRunning(identity) ? undefined : true), {
    timeoutMs,
    intervalMs: 25,
  });
  return ended === true;
}

function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command is in parentheses and may contain spaces, so fields are counted after the last parenthesis. A zombie
    // process counts as ended.
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

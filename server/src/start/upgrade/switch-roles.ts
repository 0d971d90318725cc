import { randomUUID } from 'node:crypto';
import type { DataDirectory } from '../../engines/data-directory.ts';
import { identifyProcess, isRunning } from '../../platform/process-identity.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { pollUntil } from '../../platform/retry.ts';
import { readInstance, readRestart, restartSignal, type Instance, type Restart } from '../instance.ts';
import { ownProgram, type Program } from '../program.ts';
import { readSwitchRequest, removeSwitchRequest, writeSwitchRequest } from '../switch-request.ts';

const timeoutMs = 1_800_000;
const acknowledgeTimeoutMs = 30_000;

type SwitchOptions = {
  directory: DataDirectory;
  instance: Instance;
  link: string;
  onProgress: (detail: string) => void;
};

// Makes the supervisor run the roles with this program. If they do not start, the supervisor has already returned to the
// previous program when this function throws.
export async function switchRoles({ directory, instance, link, onProgress }: SwitchOptions): Promise<void> {
  const program = ownProgram();
  const requester = identifyProcess(process.pid) ?? { pid: process.pid, startedAt: '' };
  const requestedAt = new Date().toISOString();
  writeSwitchRequest(directory, { id: randomUUID(), program, link, requester });
  process.kill(instance.process.pid, restartSignal);
  const result = await waitForRoles({ directory, instance, program, since: requestedAt, onProgress });
  if (result.failed.length === 0) return;
  const reasons = result.failed.map(({ name, why }) => `${name} (${why})`).join(', ');
  await waitUntilAcknowledged(directory);
  throw new OperatorError(
    'refused',
    `The new version did not start: ${reasons}. All processes run the previous version again.`,
  );
}

// Makes the supervisor return to the previous program.
export async function withdraw(
  { directory, instance, onProgress }: SwitchOptions,
  previous: Program,
): Promise<void> {
  const since = new Date().toISOString();
  removeSwitchRequest(directory);
  const { failed } = await waitForRoles({ directory, instance, program: previous, since, onProgress });
  if (failed.length === 0) return;
  const names = failed.map(({ name, why }) => `${name} (${why})`).join(', ');
  throw new OperatorError('unexpected', `Not all processes returned to the previous version: ${names}.`);
}

// The supervisor removes the request when it no longer waits for a decision.
export async function waitUntilAcknowledged(directory: DataDirectory): Promise<void> {
  const isRemoved = () => (readSwitchRequest(directory) === undefined ? true : undefined);
  await pollUntil(isRemoved, { timeoutMs: acknowledgeTimeoutMs, intervalMs: 100 });
}

async function waitForRoles(wanted: {
  directory: DataDirectory;
  instance: Instance;
  program: Program;
  since: string;
  onProgress: (detail: string) => void;
}): Promise<Restart> {
  const { directory, instance, program, since, onProgress } = wanted;
  const findResult = () => {
    const restart = readRestart(directory);
    const isOurs = restart?.program?.root === program.root && restart.startedAt >= since;
    if (isOurs) {
      onProgress(restart.restarted.length === 0 ? 'starting' : restart.restarted.join(', '));
      if (restart.isRunning !== true) return restart;
    }
    if (isRunning(instance.process)) return undefined;
    throw new OperatorError('refused', 'Waypost was stopped during the upgrade. Start it, and try again.');
  };
  const result = await pollUntil(findResult, { timeoutMs, intervalMs: 100 });
  if (result !== undefined) return result;
  throw new OperatorError('unexpected', 'The processes were not replaced in time. See the log of Waypost.');
}

export function readRunning(directory: DataDirectory): Instance | undefined {
  const instance = readInstance(directory);
  return instance?.kind === 'server' ? instance : undefined;
}

import { openDataDirectory } from '../../engines/data-directory.ts';
import { isRunning } from '../../platform/process-identity.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { pollUntil } from '../../platform/retry.ts';
import { readInstance, readRestart, restartSignal, type Restart } from '../instance.ts';
import type { Settings } from '../settings.ts';

// Far longer than a restart of many edges takes on a slow machine.
const timeoutMs = 3_600_000;

/** Restarts all roles of the running installation and waits for the result. */
export async function restartRoles({ dataDirectory }: Settings): Promise<Restart> {
  const directory = openDataDirectory(dataDirectory);
  const instance = readInstance(directory);
  // Until it has published its URLs, a server does not handle the signal and would be killed.
  if (instance?.urls === undefined)
    throw new OperatorError(
      'refused',
      `Waypost is not running in ${dataDirectory}. Start it with "waypost start".`,
    );
  const requestedAt = new Date().toISOString();
  process.kill(instance.process.pid, restartSignal);
  const findResult = () => {
    const restart = readRestart(directory);
    if (restart !== undefined && restart.startedAt >= requestedAt && restart.isRunning !== true)
      return restart;
    if (isRunning(instance.process)) return undefined;
    throw new OperatorError('refused', 'Waypost was stopped during the restart.');
  };
  const restart = await pollUntil(findResult, { timeoutMs, intervalMs: 100 });
  if (restart?.failed.length === 0) return restart;
  const failed = restart?.failed.map(({ name, why }) => `${name} (${why})`) ?? ['no result'];
  throw new OperatorError(
    'unexpected',
    `Not restarted: ${failed.join(', ')}. Processes that were not restarted continue. See the log of the installation.`,
  );
}

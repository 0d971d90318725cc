import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import type { GuardedProcess } from './guarded-process.ts';

// The timeout is long, because recovery after a crash can take a while on a slow disk.
const startTimeoutMs = 120_000;

export async function waitUntilReady(
  name: string,
  server: GuardedProcess,
  isResponding: () => Promise<boolean>,
): Promise<void> {
  let ended: string | undefined;
  void server.exited.then((why) => (ended = why));
  const ready = await pollUntil(
    async () => {
      if (ended !== undefined)
        throw new OperatorError('engineUnavailable', `${name} did not start (${ended})`);
      return (await isResponding()) ? true : undefined;
    },
    { timeoutMs: startTimeoutMs, intervalMs: 25 },
  );
  if (ready === undefined)
    throw new OperatorError(
      'engineUnavailable',
      `${name} did not respond within ${startTimeoutMs / 1000} s.`,
    );
}

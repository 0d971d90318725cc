import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import type { GuardedProcess } from './guarded-process.ts';

// Recovery after a hard stop replays what was written last; on a slow disk that takes a while.
const startTimeoutMs = 120_000;

export async function waitUntilReady(
  name: string,
  server: GuardedProcess,
  answers: () => Promise<boolean>,
): Promise<void> {
  let ended: string | undefined;
  void server.exited.then((why) => (ended = why));
  const ready = await pollUntil(
    async () => {
      if (ended !== undefined)
        throw new OperatorError('engineUnavailable', `${name} did not start (${ended})`);
      return (await answers()) ? true : undefined;
    },
    { timeoutMs: startTimeoutMs, intervalMs: 25 },
  );
  if (ready === undefined)
    throw new OperatorError('engineUnavailable', `${name} did not answer within ${startTimeoutMs / 1000} s`);
}

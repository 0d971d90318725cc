import { pollUntil } from '../platform/retry.ts';
import { hangLimitMs } from './hang-limit.ts';

/** Waits for what has to come to pass. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const done = await pollUntil(async () => ((await holds()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 1,
  });
  if (done === undefined) throw new Error('it never came to that');
}

import { pollUntil } from '../platform/retry.ts';
import { hangLimitMs } from './hang-limit.ts';

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const done = await pollUntil(async () => ((await condition()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 1,
  });
  if (done === undefined) throw new Error('timed out waiting for a condition');
}

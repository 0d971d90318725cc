import { hangLimitMs } from './hang-limit.ts';
import { pollUntil } from './poll-until.ts';

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const done = await pollUntil(async () => ((await condition()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 1,
    growth: 1 / 20,
  });
  if (done === undefined) throw new Error('timed out waiting for a condition');
}

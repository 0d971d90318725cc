import { setTimeout as sleep } from 'node:timers/promises';

const pausePerProbe = 4;
const pauseAfterProbeMaxMs = 100;
const pauseAfterWaitMaxMs = 25;

type PollOptions = {
  timeoutMs: number;
  intervalMs: number;
  // Lengthens the pauses in proportion to the time that was waited.
  growth?: number;
};

// Polls like the function of the same name in `platform`, but pauses longer after a slow probe. Probes that read rows
// one after another would take the processor time that the processes under test need.
export async function pollUntil<Result>(
  probe: () => Promise<Result | undefined> | Result | undefined,
  { timeoutMs, intervalMs, growth = 0 }: PollOptions,
): Promise<Result | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const probedAt = performance.now();
    const result = await probe();
    if (result !== undefined) return result;
    const now = performance.now();
    if (now - startedAt >= timeoutMs) return undefined;
    const afterProbeMs = Math.min((now - probedAt) * pausePerProbe, pauseAfterProbeMaxMs);
    const afterWaitMs = Math.min((now - startedAt) * growth, pauseAfterWaitMaxMs);
    await sleep(Math.max(intervalMs, afterProbeMs, afterWaitMs));
  }
}

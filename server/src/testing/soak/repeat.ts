import { setTimeout as sleep } from 'node:timers/promises';

type Repetition = {
  everyMs: number;
  afterMs: number;
  ending: AbortSignal;
  onFailure: (error: unknown) => void;
};

// Repeats work at fixed times until the end. Leaves out repetitions whose time has passed meanwhile.
export async function repeat(
  work: () => Promise<void>,
  { everyMs, afterMs, ending, onFailure }: Repetition,
): Promise<void> {
  let nextMs = performance.now() + afterMs;
  for (;;) {
    await sleep(Math.max(0, nextMs - performance.now()), undefined, { signal: ending }).catch(
      () => undefined,
    );
    if (ending.aborted) return;
    await work().catch(onFailure);
    // A timer can fire slightly too early.
    do nextMs += everyMs;
    while (nextMs <= performance.now());
  }
}

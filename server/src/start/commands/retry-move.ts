import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OnProgress } from '../backup/progress.ts';

// Without any progress for this long, the command ends.
const patienceMs = 120_000;
const retryMs = 1_000;

// Repeats work after failures of an engine, which is restarted or becomes reachable again.
export async function retryUntilDone<Result>(
  onProgress: OnProgress,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  let lastStepAt = performance.now();
  const onStep: OnProgress = (step, detail) => {
    if (step === 'Copy') lastStepAt = performance.now();
    onProgress(step, detail);
  };
  for (;;) {
    try {
      return await work(onStep);
    } catch (error) {
      if (error instanceof OperatorError && error.reason !== 'engineUnavailable') throw error;
      if (performance.now() - lastStepAt > patienceMs)
        throw new OperatorError(
          'engineUnavailable',
          `The move was interrupted: ${describeError(error)}. The old place is still in use. Run \`waypost move\` again.`,
          { cause: error },
        );
      onProgress('Waiting', describeError(error));
      await sleep(retryMs);
    }
  }
}

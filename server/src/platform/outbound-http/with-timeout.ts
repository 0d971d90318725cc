import { CallFailed, type OutboundError } from './outbound-call.ts';

type TimeLimit = { ms: number; word: OutboundError; parent?: AbortSignal | undefined };

/**
 * Runs a piece of work under a time limit and, where there is one, its parent's. The signal's reason is the failure to
 * report, at whichever level it arose. Work that goes on after its signal has to clean up after itself.
 */
export async function withTimeout<Result>(
  { ms, word, parent }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const passOn = () =>
    controller.abort(parent?.reason instanceof CallFailed ? parent.reason : new CallFailed('aborted'));
  const timer = setTimeout(() => controller.abort(new CallFailed(word)), ms);
  parent?.addEventListener('abort', passOn);
  try {
    return await new Promise<Result>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as CallFailed));
      if (parent?.aborted) passOn();
      else work(signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    // A parent may live as long as the process.
    parent?.removeEventListener('abort', passOn);
  }
}

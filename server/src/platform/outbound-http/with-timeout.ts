import { CallFailed, type OutboundError } from './outbound-call.ts';

type TimeLimit = { ms: number; error: OutboundError; parent?: AbortSignal | undefined };

/**
 * Runs work with a timeout and an optional parent signal. After a timeout, the returned promise rejects with `error`.
 * If the parent signal aborts, the promise rejects with the parent's reason if that is a `CallFailed`, and otherwise
 * with `aborted`. Work that continues after that must clean up after itself.
 */
export async function withTimeout<Result>(
  { ms, error, parent }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const abortFromParent = () =>
    controller.abort(parent?.reason instanceof CallFailed ? parent.reason : new CallFailed('aborted'));
  const timer = setTimeout(() => controller.abort(new CallFailed(error)), ms);
  parent?.addEventListener('abort', abortFromParent);
  try {
    return await new Promise<Result>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as CallFailed));
      if (parent?.aborted) abortFromParent();
      else work(signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    // The listener is removed, because the parent signal may live as long as the process.
    parent?.removeEventListener('abort', abortFromParent);
  }
}

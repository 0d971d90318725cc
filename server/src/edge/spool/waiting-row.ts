export type Fate = 'kept' | 'late' | 'lost';

export type WaitingRow = {
  readonly row: string;
  readonly timeMs: number;
  readonly appendedAt: number;
  /** Callback for the row. Undefined after the call, because the callback must be called only once. */
  done: ((fate: Fate) => void) | undefined;
  /** True if the row was reported as lost while it waited, so it must not be written. */
  isDropped: boolean;
  // True if the row was counted as late, so its request may be answered before the row is written.
  isLate?: boolean;
};

/**
 * Calls the callback of the row. An exception in the callback is rethrown later, so that the callbacks of other rows
 * are still called.
 */
export function answerRow(waiting: WaitingRow, fate: Fate): void {
  const { done } = waiting;
  waiting.done = undefined;
  try {
    done?.(fate);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

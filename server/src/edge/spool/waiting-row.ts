export type Fate = 'kept' | 'late' | 'lost';

export type WaitingRow = {
  readonly row: string;
  readonly timeMs: number;
  readonly appendedAt: number;
  /** Callback for the row; undefined once it has been called, because a row is answered only once. */
  done: ((fate: Fate) => void) | undefined;
  /** True if the row was answered as lost while it waited, so it must not be written. */
  isDropped: boolean;
};

/**
 * Calls the callback of the row. An exception in the callback is rethrown later, so that other rows are still answered.
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

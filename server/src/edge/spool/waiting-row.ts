export type Fate = 'kept' | 'late' | 'lost';

/** A row that is in no file yet. */
export type WaitingRow = {
  readonly row: string;
  readonly timeMs: number;
  readonly appendedAt: number;
  /** Gone once it was called: a row is answered once. */
  done: ((fate: Fate) => void) | undefined;
  /** Answered as lost while it waited, so it must not be written any more. */
  isDropped: boolean;
};

/** Calls whoever waits for this row. Their mistakes are theirs: the rows behind it still have to be answered. */
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

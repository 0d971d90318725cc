/** What became of a row: on disk; answered before it was; or given up, and counted. */
export type RowResult = 'kept' | 'late' | 'lost';

/** Keeps rows. `done` is called once, when the visitor may be answered. */
export type RowSink = { append(row: string, timeMs: number, done: (fate: RowResult) => void): void };

/** Keeps rows that somebody sends again where they could not be kept: none is answered before it is on disk. */
export type DurableRowSink = {
  appendOrFail(row: string, timeMs: number, done: (fate: 'kept' | 'lost') => void): void;
};

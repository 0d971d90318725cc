/**
 * `kept`: the row was written to disk. `late`: the visitor was answered before the row was written. `lost`: the row was
 * dropped.
 */
export type RowResult = 'kept' | 'late' | 'lost';

/** Calls `done` once, as soon as the visitor can be answered. */
export type RowSink = { append(row: string, timeMs: number, done: (result: RowResult) => void): void };

/** A sink for rows whose sender retries on failure. The result is `kept` only after the row is on disk. */
export type DurableRowSink = {
  appendOrFail(row: string, timeMs: number, done: (result: 'kept' | 'lost') => void): void;
};

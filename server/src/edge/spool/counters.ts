/** Why a row is in no file. */
type LossReason = 'memory-full' | 'timeout' | 'closed' | 'process-ended';

/** Plain numbers that only grow, for the metrics to read. */
export type SpoolCounters = {
  rowsAppended: number;
  /** Written and synced. */
  rowsKept: number;
  /** Answered before they were on disk; most are written later. Goes on from one process to the next. */
  rowsAnsweredLate: number;
  rowsLost: Record<LossReason, number>;
  groups: number;
  syncs: number;
  writeErrors: number;
  syncErrors: number;
  /** Places in segments whose bytes were not those that had been written. */
  damagedLines: number;
  /** Bytes at the end of a segment that a crash left unfinished. */
  tornBytesCut: number;
  /** Rows that the target would not take, now in `rejected/`. */
  rowsRefused: number;
  rowsShipped: number;
  batchesShipped: number;
  batchesFoundThere: number;
  shipFailures: number;
  segmentsUnreadable: number;
};

export function newCounters(): SpoolCounters {
  return {
    rowsAppended: 0,
    rowsKept: 0,
    rowsAnsweredLate: 0,
    rowsLost: { 'memory-full': 0, timeout: 0, closed: 0, 'process-ended': 0 },
    groups: 0,
    syncs: 0,
    writeErrors: 0,
    syncErrors: 0,
    damagedLines: 0,
    tornBytesCut: 0,
    rowsRefused: 0,
    rowsShipped: 0,
    batchesShipped: 0,
    batchesFoundThere: 0,
    shipFailures: 0,
    segmentsUnreadable: 0,
  };
}

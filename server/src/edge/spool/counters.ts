type LossReason = 'memory-full' | 'timeout' | 'closed' | 'process-ended';

export type SpoolCounters = {
  rowsAppended: number;
  rowsKept: number;
  /**
   * Rows whose requests were answered before the rows were on disk. Most of these rows are written later. The count
   * survives restarts.
   */
  rowsAnsweredLate: number;
  rowsLost: Record<LossReason, number>;
  groups: number;
  syncs: number;
  writeErrors: number;
  syncErrors: number;
  damagedLines: number;
  /** Bytes of incomplete lines that a crash left at the end of a segment. */
  tornBytesCut: number;
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

export type InsertOutcome =
  | { kind: 'inserted' }
  | { kind: 'refused'; reason: string }
  /** May or may not be stored; look it up before sending it again. */
  | { kind: 'unknown'; reason: string };

export type RefusedLine = { line: string; reason: string };

/**
 * Stores batches of lines that each end with a newline. The buffer is reused after an insert, so
 * implementations must copy lines that they keep.
 */
export type BatchTarget = {
  /** Stores all rows or none. An existing batch is not changed. */
  insert(batch: string, lines: Buffer): Promise<InsertOutcome>;
  /** Returns the batches that exist, among those with rows at or after this time. */
  findBatches(batches: readonly string[], sinceMs: number): Promise<Set<string>>;
  separateRefused(lines: Buffer): Promise<{ accepted: Buffer; refused: RefusedLine[] }>;
  /**
   * True if any of these rows is stored, for stores that may lose the name of a batch but not its rows. If
   * undefined, `findBatches` is reliable.
   */
  hasRows?(lines: Buffer): Promise<boolean>;
  /** Finds visits that these rows refer to and that are missing; such a batch should be sent later. */
  findMissingVisits?(lines: Buffer): Promise<MissingVisits>;
};

export type MissingVisits = {
  count: number;
  newestMs: number;
};

export const noneMissing: MissingVisits = { count: 0, newestMs: 0 };

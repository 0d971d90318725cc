export type InsertOutcome =
  | { kind: 'inserted' }
  | { kind: 'refused'; reason: string }
  /** The batch may or may not be stored, so look it up before sending it again. */
  | { kind: 'unknown'; reason: string };

export type RefusedLine = { line: string; reason: string };

/**
 * Store for batches of lines. Each line ends with a newline. The buffer is reused after an insert, so implementations
 * must copy lines that they keep.
 */
export type BatchTarget = {
  /** Stores either all rows of a batch or none. A batch that is already stored is not changed. */
  insert(batch: string, lines: Buffer): Promise<InsertOutcome>;
  /** Returns which of the batches exist. Only rows at or after `sinceMs` are searched. */
  findBatches(batches: readonly string[], sinceMs: number): Promise<Set<string>>;
  separateRefused(lines: Buffer): Promise<{ accepted: Buffer; refused: RefusedLine[] }>;
  /**
   * Returns true if any of these rows is stored. Implemented by stores that may lose the name of a batch but not its
   * rows. If undefined, `findBatches` is reliable.
   */
  hasRows?(lines: Buffer): Promise<boolean>;
  /** Finds missing visits that these rows refer to. A batch with missing visits should be sent later. */
  findMissingVisits?(lines: Buffer): Promise<MissingVisits>;
};

export type MissingVisits = {
  count: number;
  newestMs: number;
};

export const noneMissing: MissingVisits = { count: 0, newestMs: 0 };

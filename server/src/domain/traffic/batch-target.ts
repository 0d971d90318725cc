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
  // Targets for the shards of the store. Each takes whole batches and stores only the rows of its shard. A batch is
  // stored when every part has stored it.
  parts?: readonly BatchTarget[];
  // If true, `findBatches` may leave out a batch that is stored, because it has no rows on some shard.
  mayMissNames?: true;
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

/** What became of a batch that was sent. */
export type InsertOutcome =
  /** All its rows are stored, for certain. */
  | { kind: 'inserted' }
  /** None is stored, because of what a row says. */
  | { kind: 'refused'; reason: string }
  /** Whoever asks may find it stored or not; it has to be asked for before it is sent again. */
  | { kind: 'unknown'; reason: string };

export type RefusedLine = { line: string; reason: string };

/**
 * Where batches of rows go. All of them are lines of one format, each with its newline. Once all is stored the memory of
 * the lines is used again: whoever wants to keep them copies them.
 */
export type BatchTarget = {
  /** All rows or none; a batch that is there already stays as it is. */
  insert(batch: string, lines: Buffer): Promise<InsertOutcome>;
  /** Which of these batches are there, of those with rows of this time or later. */
  findBatches(batches: readonly string[], sinceMs: number): Promise<Set<string>>;
  /** Tells the lines that `insert` refuses from the others, without storing any. */
  separateRefused(lines: Buffer): Promise<{ accepted: Buffer; refused: RefusedLine[] }>;
  /**
   * Whether any of these rows is stored, for a store that may have lost the name of a batch but not its rows. Without it
   * `findBatches` is certain.
   */
  hasRows?(lines: Buffer): Promise<boolean>;
  /** Visits that these rows name and that cannot be found; such a batch is better sent later. */
  findMissingVisits?(lines: Buffer): Promise<MissingVisits>;
};

export type MissingVisits = {
  count: number;
  /** When the last of them was; 0 where none is missing. */
  newestMs: number;
};

export const noneMissing: MissingVisits = { count: 0, newestMs: 0 };

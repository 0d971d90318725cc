import type { BatchTarget, InsertOutcome, RefusedLine } from '../../domain/traffic/batch-target.ts';

export type TargetFault = 'lost-on-the-way' | 'stored-but-no-answer' | 'stored-and-forgotten';

/**
 * Stores batches the way an engine does: all or nothing, and without duplicates as long as the batch's token is
 * remembered.
 */
export class MemoryTarget implements BatchTarget {
  readonly faults: TargetFault[] = [];
  readonly lines: string[] = [];
  isDown = false;
  findMissingVisits?: NonNullable<BatchTarget['findMissingVisits']>;
  hasRows?: NonNullable<BatchTarget['hasRows']>;
  /** Rows that contain this text are rejected. */
  refusedText: string | undefined;
  readonly #batches = new Set<string>();
  #tokens = new Set<string>();

  async insert(batch: string, lines: Buffer): Promise<InsertOutcome> {
    await new Promise(setImmediate);
    const fault = this.faults.shift();
    if (this.isDown) return { kind: 'unknown', reason: 'down' };
    if (fault === 'lost-on-the-way') return { kind: 'unknown', reason: 'reset' };
    const all = split(lines);
    if (all.some((line) => this.#isRefused(line))) return { kind: 'refused', reason: 'a line is refused' };
    if (!this.#tokens.has(batch)) this.lines.push(...all);
    this.#tokens.add(batch);
    this.#batches.add(batch);
    if (fault === undefined) return { kind: 'inserted' };
    if (fault === 'stored-and-forgotten') this.forgetTokens();
    return { kind: 'unknown', reason: 'timeout' };
  }

  /** Simulates a power failure in ClickHouse: rows are stored, but the deduplication log is lost. */
  forgetTokens(): void {
    this.#tokens = new Set();
  }

  /** Simulates restoring a backup that is older than these batches. */
  lose(isLost: (line: string) => boolean): void {
    const lost = this.lines.filter(isLost);
    this.lines.splice(0, this.lines.length, ...this.lines.filter((line) => !isLost(line)));
    for (const line of lost) this.#batches.delete(line.split('\t')[1] ?? '');
    this.forgetTokens();
  }

  async findBatches(batches: readonly string[]): Promise<Set<string>> {
    await new Promise(setImmediate);
    if (this.isDown) throw new Error('down');
    return new Set(batches.filter((batch) => this.#batches.has(batch)));
  }

  async separateRefused(lines: Buffer): Promise<{ accepted: Buffer; refused: RefusedLine[] }> {
    const all = split(lines);
    return {
      accepted: Buffer.from(
        all
          .filter((line) => !this.#isRefused(line))
          .map((line) => `${line}\n`)
          .join(''),
      ),
      refused: all.filter((line) => this.#isRefused(line)).map((line) => ({ line, reason: 'refused' })),
    };
  }

  rows(): string[] {
    return this.lines.map(rowOf);
  }

  // Checks only the row, because the checksum and the batch ID can contain any short text.
  #isRefused(line: string): boolean {
    return this.refusedText !== undefined && rowOf(line).includes(this.refusedText);
  }
}

function rowOf(line: string): string {
  return line.split('\t').slice(2).join('\t');
}

function split(lines: Buffer): string[] {
  return lines.toString().split('\n').slice(0, -1);
}

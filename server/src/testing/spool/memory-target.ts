import type { BatchTarget, InsertOutcome, RefusedLine } from '../../domain/traffic/batch-target.ts';

/** What the target does with the next insert, before its ordinary self. */
export type TargetFault = 'lost-on-the-way' | 'stored-but-no-answer' | 'stored-and-forgotten';

/** Stores batches like an engine does: whole, once per token as long as it remembers them. */
export class MemoryTarget implements BatchTarget {
  readonly faults: TargetFault[] = [];
  readonly lines: string[] = [];
  /** Where a test knows which visits are missing. */
  findMissingVisits?: NonNullable<BatchTarget['findMissingVisits']>;
  /** Where a test has a store that may lose the names of batches. */
  hasRows?: NonNullable<BatchTarget['hasRows']>;
  /** Rows with this text in them are refused. */
  refusedText: string | undefined;
  readonly #batches = new Set<string>();
  #tokens = new Set<string>();

  async insert(batch: string, lines: Buffer): Promise<InsertOutcome> {
    await new Promise(setImmediate);
    const fault = this.faults.shift();
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

  /** As ClickHouse may in a power cut: the rows are there, the log of their tokens is not. */
  forgetTokens(): void {
    this.#tokens = new Set();
  }

  /** As a restore from a backup that was made before these batches. */
  lose(isLost: (line: string) => boolean): void {
    const lost = this.lines.filter(isLost);
    this.lines.splice(0, this.lines.length, ...this.lines.filter((line) => !isLost(line)));
    for (const line of lost) this.#batches.delete(line.split('\t')[1] ?? '');
    this.forgetTokens();
  }

  async findBatches(batches: readonly string[]): Promise<Set<string>> {
    await new Promise(setImmediate);
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

  /** The rows, without what the spool put before them. */
  rows(): string[] {
    return this.lines.map(rowOf);
  }

  /** By its row alone: the checksum and the batch before it may spell any short word. */
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

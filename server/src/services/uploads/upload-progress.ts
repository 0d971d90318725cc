import type { UploadLine } from '@waypost/contract/file-uploads.ts';
import type { Executor } from '../../store/database/database.ts';

/** A line that was not taken; lines are counted as an editor does, the first is 1. */
export type UploadProblem = { line: number; verdict: string; message: string };

/** What became of a file. */
export type UploadReport = {
  dryRun: boolean;
  /** Without the names of the columns, and empty ones. */
  lines: number;
  taken: number;
  /** How many lines came to each verdict. */
  counts: Record<string, number>;
  /** The first 1,000. */
  problems: UploadProblem[];
  problemsLeftOut: number;
};

/** Told while a file is read: how many lines are done, and what was not taken, in the order of the lines. */
export type UploadListener = {
  onProgress?: (lines: number) => void;
  onProblem?: (problem: UploadProblem) => void;
};

/**
 * Keeps what became of a group of lines, with the counts of all so far; in the transaction that did it, where there is
 * one.
 */
export type KeepLines = (
  lines: UploadLine[],
  counts: Record<string, number>,
  executor?: Executor,
) => Promise<void>;

/** A line that was taken; what else there is to say of it comes on top. */
export function takenLine(line: number, verdict: string, more: Partial<UploadLine> = {}): UploadLine {
  return { line, fate: 'taken', verdict, message: null, recordId: null, noPostback: null, ...more };
}

export function refusedLine({ line, verdict, message }: UploadProblem): UploadLine {
  return { line, fate: 'refused', verdict, message, recordId: null, noPostback: null };
}

const problemsMax = 1_000;

/** Keeps what became of the lines of a file, within bounds however long it is. */
export class UploadProgress {
  readonly #counts = new Map<string, number>();
  readonly #problems: UploadProblem[] = [];
  readonly #listener: UploadListener;
  readonly #dryRun: boolean;
  #lines = 0;
  #taken = 0;

  constructor(dryRun: boolean, listener: UploadListener) {
    this.#dryRun = dryRun;
    this.#listener = listener;
  }

  add({ line, fate, verdict, message }: UploadLine): void {
    this.#count(verdict);
    if (fate === 'taken') {
      this.#taken += 1;
      return;
    }
    const problem = { line, verdict, message: message ?? '' };
    if (this.#problems.length < problemsMax) this.#problems.push(problem);
    this.#listener.onProblem?.(problem);
  }

  /** How many lines came to each verdict, these among them. */
  countsWith(lines: readonly UploadLine[]): Record<string, number> {
    const counts = new Map(this.#counts);
    for (const { verdict } of lines) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    return Object.fromEntries(counts);
  }

  /** After each group of lines. */
  tell(): void {
    this.#listener.onProgress?.(this.#lines);
  }

  report(): UploadReport {
    return {
      dryRun: this.#dryRun,
      lines: this.#lines,
      taken: this.#taken,
      counts: Object.fromEntries([...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      problems: [...this.#problems],
      problemsLeftOut: this.#lines - this.#taken - this.#problems.length,
    };
  }

  #count(verdict: string): void {
    this.#lines += 1;
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1);
  }
}

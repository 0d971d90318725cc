import type { UploadLine } from '@waypost/contract/conversions/file-uploads.ts';
import type { Executor } from '../../store/database/database.ts';

export type UploadProblem = { line: number; verdict: string; message: string };

export type UploadReport = {
  dryRun: boolean;
  /** Number of lines, not counting the header and empty lines. */
  lines: number;
  taken: number;
  counts: Record<string, number>;
  problems: UploadProblem[];
  problemsLeftOut: number;
};

export type UploadListener = {
  onProgress?: (lines: number) => void;
  onProblem?: (problem: UploadProblem) => void;
};

/**
 * Stores the results of a group of lines and the running totals. If the lines were applied in a transaction, uses that
 * transaction.
 */
export type KeepLines = (
  lines: UploadLine[],
  counts: Record<string, number>,
  executor?: Executor,
) => Promise<void>;

export function takenLine(line: number, verdict: string, more: Partial<UploadLine> = {}): UploadLine {
  return { line, fate: 'taken', verdict, message: null, recordId: null, noPostback: null, ...more };
}

export function refusedLine({ line, verdict, message }: UploadProblem): UploadLine {
  return { line, fate: 'refused', verdict, message, recordId: null, noPostback: null };
}

const problemsMax = 1_000;

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

  countsWith(lines: readonly UploadLine[]): Record<string, number> {
    const counts = new Map(this.#counts);
    for (const { verdict } of lines) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    return Object.fromEntries(counts);
  }

  notify(): void {
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

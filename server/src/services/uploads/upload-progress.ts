import type { UploadProblem, UploadReport } from '@waypost/contract/uploads.ts';

/** Told while a file is read: how many lines are done, and what was not taken, in the order of the lines. */
export type UploadListener = {
  onProgress?: (lines: number) => void;
  onProblem?: (problem: UploadProblem) => void;
};

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

  take(verdict: string): void {
    this.#taken += 1;
    this.#count(verdict);
  }

  refuse(problem: UploadProblem): void {
    this.#count(problem.verdict);
    if (this.#problems.length < problemsMax) this.#problems.push(problem);
    this.#listener.onProblem?.(problem);
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

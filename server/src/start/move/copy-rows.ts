import type { Client } from 'pg';
import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import {
  saveProgress,
  type Chunk,
  type Move,
  type MoveProgress,
} from '../../traffic/postgres/move/move-state.ts';
import { listArrivals, readChunk, type MovedRow } from '../../traffic/postgres/move/read-chunk.ts';

// `earlier` is what previous runs of the command copied.
export type MoveStep = { rows: number; share: number; earlier: { rows: number; share: number } };

type CopyOptions = {
  source: Client;
  target: BatchTarget;
  move: Move;
  sizes: CopySizes;
  onStep: (step: MoveStep) => Promise<void> | void;
};

export type CopySizes = { pagesPerChunk: number; rowsPerInsert: number };

// A chunk of visits has about 15,000 rows. Larger ones need more memory here and in ClickHouse.
export const copySizes: CopySizes = { pagesPerChunk: 2_000, rowsPerInsert: 25_000 };
// With fewer rows than this, the rest can be copied while no rows arrive.
const fewRows = 20_000;

// Copies chunks of rows one after another. Each chunk is recorded before it is copied, so that after an interruption it is
// copied again with the same rows and under the same names, which the target stores only once.
export class RowCopier {
  readonly #options: CopyOptions;
  readonly #pages: number;
  readonly #earlier: { rows: number; share: number };
  #mustCheck = true;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#pages = this.#progress.months.reduce((sum, { pages }) => sum + pages, 0);
    this.#earlier = { rows: this.#progress.rows, share: this.#shareDone(this.#progress.page) };
  }

  async copyPlannedRows(): Promise<void> {
    await this.#finishPending();
    for (let { month, page } = this.#progress; ; { month, page } = this.#progress) {
      const planned = this.#progress.months[month];
      if (planned === undefined) return;
      const to = Math.min(page + this.#options.sizes.pagesPerChunk, planned.pages);
      if (to > page)
        await this.#copy({ kind: 'pages', start: planned.start, end: planned.end, from: page, to });
      const isLast = to >= planned.pages;
      Object.assign(this.#progress, isLast ? { month: month + 1, page: 0 } : { month, page: to });
    }
  }

  // Copies the rows that arrived meanwhile, until few are left.
  async catchUp(): Promise<void> {
    while ((await this.#copyArrivals({ isComplete: false })) > fewRows);
  }

  // Copies all rows that are left. No more rows may arrive.
  async finish(): Promise<void> {
    await this.#copyArrivals({ isComplete: true });
    await saveProgress(this.#options.source, this.#progress);
  }

  get #progress(): MoveProgress {
    return this.#options.move.progress;
  }

  async #copyArrivals({ isComplete }: { isComplete: boolean }): Promise<number> {
    await this.#finishPending();
    const { source, move, sizes } = this.#options;
    const before = this.#progress.rows;
    for (const chunk of await listArrivals(source, move, { isComplete, rowsMax: sizes.rowsPerInsert }))
      await this.#copy(chunk);
    return this.#progress.rows - before;
  }

  // Copies the chunk of an earlier run that was interrupted, and continues after it.
  async #finishPending(): Promise<void> {
    const { pending } = this.#progress;
    if (pending === undefined) return;
    await this.#copy(pending);
    if (pending.kind === 'arrivals') return;
    const month = this.#progress.months.findIndex(({ start }) => start === pending.start);
    Object.assign(this.#progress, { month, page: pending.to });
  }

  async #copy(chunk: Chunk): Promise<void> {
    const { source, move, sizes, onStep } = this.#options;
    const progress = this.#progress;
    // An earlier run may have stored some of these rows.
    const mustCheck = progress.pending !== undefined && this.#mustCheck;
    progress.pending = chunk;
    await saveProgress(source, progress);
    const rows = await readChunk(source, move, chunk);
    for (const [name, part] of nameParts(move, rows, sizes)) await this.#insert(name, part, mustCheck);
    this.#mustCheck = false;
    delete progress.pending;
    progress.rows += rows.length;
    progress.chunks += 1;
    if (chunk.kind === 'arrivals') progress.arrivedBefore = chunk.to;
    await onStep({
      rows: progress.rows,
      share: chunk.kind === 'pages' ? this.#shareDone(chunk.to) : 1,
      earlier: this.#earlier,
    });
  }

  #shareDone(page: number): number {
    if (this.#pages === 0) return 1;
    const { months, month } = this.#progress;
    const done = months.slice(0, month).reduce((sum, { pages }) => sum + pages, 0);
    return (done + page) / this.#pages;
  }

  async #insert(name: string, rows: readonly MovedRow[], mustCheck: boolean): Promise<void> {
    const { target } = this.#options;
    const lines = Buffer.from(rows.map(({ row }) => `${name}\t${row}\n`).join(''));
    if (mustCheck && (await isStored(target, name, lines))) return;
    const outcome = await target.insert(name, lines);
    if (outcome.kind === 'unknown') throw new Error(outcome.reason);
    if (outcome.kind === 'refused')
      throw new OperatorError('unexpected', `ClickHouse rejected copied rows: ${outcome.reason}`);
  }
}

async function isStored(target: BatchTarget, name: string, lines: Buffer): Promise<boolean> {
  if ((await target.findBatches([name], 0)).has(name)) return true;
  return (await target.hasRows?.(lines)) ?? false;
}

// Splits rows into inserts that are stored completely or not at all, because each belongs to one partition.
function nameParts(
  { id, progress }: Move,
  rows: readonly MovedRow[],
  { rowsPerInsert }: CopySizes,
): Map<string, MovedRow[]> {
  const parts = new Map<string, MovedRow[]>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    const month = new Date(row.timeMs).toISOString().slice(0, 7);
    const count = counts.get(month) ?? 0;
    counts.set(month, count + 1);
    const name = `move-${id}-${progress.chunks}-${month}-${Math.floor(count / rowsPerInsert)}`;
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [row]);
    else part.push(row);
  }
  return parts;
}

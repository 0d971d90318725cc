import { setImmediate as nextTurn } from 'node:timers/promises';
import { findNextLine, hasNewline, verifyLine } from './line.ts';

export type SegmentContent = {
  lines: Buffer;
  rows: number;
  /** Number of damaged regions, not counting the end of the file. */
  damaged: number;
  /** End of the last intact line; all bytes after it are incomplete or damaged. */
  intactEnd: number;
};

// Lines to read per turn of the event loop. They take about half a millisecond, and visitors are answered between
// turns.
const linesPerTurn = 500;

/** Verifies every line of a segment and returns the intact ones. */
export async function readSegment(source: Buffer, batch: string): Promise<SegmentContent> {
  const scan = new Scan(source, batch);
  while (!scan.advance(linesPerTurn)) await nextTurn();
  return scan.content();
}

class Scan {
  readonly #source: Buffer;
  readonly #marker: Buffer;
  readonly #prefix: Buffer;
  readonly #pieces: Buffer[] = [];
  #at = 0;
  #pieceAt = 0;
  #intactEnd = 0;
  #rows = 0;
  #damaged = 0;

  constructor(source: Buffer, batch: string) {
    this.#source = source;
    this.#marker = Buffer.from(`\t${batch}\t`);
    this.#prefix = this.#marker.subarray(1);
  }

  advance(lines: number): boolean {
    for (let count = 0; count < lines; count += 1) {
      if (this.#at >= this.#source.length) return true;
      const end = verifyLine(this.#source, this.#at, this.#prefix);
      if (end === -1) {
        if (!this.#skipDamage()) return true;
      } else {
        this.#accept(end);
      }
    }
    return this.#at >= this.#source.length;
  }

  content(): SegmentContent {
    this.#endPiece(this.#intactEnd);
    const [only = Buffer.alloc(0), ...others] = this.#pieces;
    const lines = others.length === 0 ? only : Buffer.concat(this.#pieces);
    return { lines, rows: this.#rows, damaged: this.#damaged, intactEnd: this.#intactEnd };
  }

  #accept(end: number): void {
    this.#rows += 1;
    if (!hasNewline(this.#source, end)) {
      this.#damaged += 1;
      this.#endPiece(end);
      this.#pieces.push(Buffer.from('\n'));
      this.#pieceAt = end + 1;
    }
    this.#at = end + 1;
    this.#intactEnd = this.#at;
  }

  #skipDamage(): boolean {
    let next = this.#at;
    do {
      next = findNextLine(this.#source, next + 1, this.#marker);
      if (next === -1) return false;
    } while (verifyLine(this.#source, next, this.#prefix) === -1);
    this.#damaged += 1;
    this.#endPiece(this.#intactEnd);
    this.#at = next;
    this.#pieceAt = next;
    return true;
  }

  #endPiece(end: number): void {
    if (end > this.#pieceAt) this.#pieces.push(this.#source.subarray(this.#pieceAt, end));
    this.#pieceAt = end;
  }
}

import type { Month } from './segment-name.ts';
import type { WaitingRow } from './waiting-row.ts';

/** Rows in the order in which they came, until they are in a file. */
export class RowQueue {
  #rows: WaitingRow[] = [];
  #bytes = 0;
  /** Of the last row; why it is kept stands below. */
  lastCharacter = 0;

  get first(): WaitingRow | undefined {
    return this.#rows[0];
  }

  /** What the rows take in memory, as far as it is worth knowing: texts of mostly one byte a character. */
  get bytes(): number {
    return this.#bytes;
  }

  add(row: WaitingRow): void {
    this.#putInOnePiece(row.row);
    this.#rows.push(row);
    this.#bytes += row.row.length;
  }

  /** The rows that can be written together next. They stay in the queue until they are forgotten. */
  peek(month: Month, bytesMax: number): WaitingRow[] {
    let bytes = 0;
    const end = this.#rows.findIndex((row) => {
      bytes += row.row.length;
      return !month.includes(row.timeMs) || (bytes > bytesMax && bytes > row.row.length);
    });
    return end === -1 ? this.#rows : this.#rows.slice(0, end);
  }

  forget(count: number): void {
    if (count === this.#rows.length) {
      this.#rows = [];
      this.#bytes = 0;
      return;
    }
    for (const { row } of this.#rows.splice(0, count)) this.#bytes -= row.length;
  }

  forgetAll(): WaitingRow[] {
    const rows = this.#rows;
    this.forget(rows.length);
    return rows;
  }

  /**
   * A text that was put together holds on to what it was made of, and with a part of a request to all of it. Reading one
   * of its characters makes the engine copy it, which writing it would do a moment later anyway; the character is kept
   * because reading what nobody uses is left out by the compiler.
   */
  #putInOnePiece(text: string): void {
    this.lastCharacter = text.charCodeAt(text.length - 1);
  }
}

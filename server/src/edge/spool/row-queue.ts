import type { Month } from './segment-name.ts';
import type { WaitingRow } from './waiting-row.ts';

export class RowQueue {
  #rows: WaitingRow[] = [];
  #bytes = 0;
  // Last character of the newest row; see `#flatten`.
  lastCharacter = 0;

  get first(): WaitingRow | undefined {
    return this.#rows[0];
  }

  /** Approximate memory usage of the rows; most characters take one byte. */
  get bytes(): number {
    return this.#bytes;
  }

  add(row: WaitingRow): void {
    this.#flatten(row.row);
    this.#rows.push(row);
    this.#bytes += row.row.length;
  }

  /** Returns the rows to write next. They stay in the queue until `forget` is called. */
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

  // Makes V8 flatten the string by reading one character, as writing the row would do a moment later anyway. Without
  // this, the queue would keep whole requests in memory: a concatenated string references its parts, and a slice of a
  // request references the whole request. The character is stored, because the compiler would remove an unused read.
  #flatten(text: string): void {
    this.lastCharacter = text.charCodeAt(text.length - 1);
  }
}

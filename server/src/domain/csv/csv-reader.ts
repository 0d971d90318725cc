import { isStorableText } from '@waypost/contract/values/text.ts';

export const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** Record with the number of its first line. `isBroken` marks a line that cannot be parsed and is skipped. */
export type CsvRecord = { line: number; cells: string[]; isBroken?: true };

const recordLengthMax = 64 * 1_024;
// Maximum number of lines in a record. Cells with several lines are rare and short. The maximum also limits how often
// each line after an unclosed quote is parsed again.
const recordLinesMax = 20;

type Line = { number: number; text: string; end: string };

type OpenRecord = { lines: Line[]; cells: string[]; cell: string; length: number };

/**
 * Parses CSV in chunks. The delimiter is whichever of comma, semicolon and tab occurs most often in the first line. A
 * record spans several lines only if each closing quote is at the end of a cell and the record has as many cells as the
 * first record. Otherwise, the first line of the record is marked as broken, and parsing resumes on the next line, so
 * an unclosed quote affects only its own line.
 */
export class CsvReader {
  #delimiter: Delimiter = ',';
  #width: number | undefined;
  #number = 0;
  // Received part of the current line, truncated just above the maximum length.
  #rest = '';
  // True after a trailing \r, which may be the first half of \r\n.
  #isAfterReturn = false;
  #open: OpenRecord | undefined;

  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    const piece = this.#isAfterReturn ? `\r${text}` : text;
    this.#isAfterReturn = piece.endsWith('\r');
    const known = this.#isAfterReturn ? piece.slice(0, -1) : piece;
    let from = 0;
    for (const { 0: end, index } of known.matchAll(/\r\n|[\r\n]/g)) {
      this.#endLine(known.slice(from, index), end, records);
      from = index + end.length;
    }
    this.#rest = `${this.#rest}${known.slice(from)}`.slice(0, recordLengthMax + 1);
    return records;
  }

  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    this.#endLine('', '', records);
    while (this.#open !== undefined) this.#giveUp(this.#open, records);
    return records;
  }

  #endLine(text: string, end: string, records: CsvRecord[]): void {
    this.#number += 1;
    const line = { number: this.#number, text: this.#rest + text, end };
    this.#rest = '';
    // Removes the byte order mark.
    if (this.#number === 1) line.text = line.text.replace(/^\uFEFF/, '');
    if (this.#width === undefined && this.#open === undefined) this.#delimiter = findDelimiter(line.text);
    this.#take(line, records);
  }

  #take(line: Line, records: CsvRecord[]): void {
    const open = this.#open ?? { lines: [], cells: [], cell: '', length: 0 };
    const isFirst = open.lines.length === 0;
    open.lines.push(line);
    open.length += line.text.length + line.end.length;
    const { isOpen, isOdd } = readLine(open, line, this.#delimiter);
    const isTooMuch = open.length > recordLengthMax || open.lines.length > recordLinesMax;
    const { cells } = open;
    const { length: found } = cells;
    const width = this.#width ?? found;
    const isNone = !isFirst && (isOdd || found > width || (found < width && !isOpen));
    if (isTooMuch || isNone) this.#giveUp(open, records);
    else if (isOpen) this.#open = open;
    else this.#endRecord(open, records);
  }

  #endRecord({ lines, cells }: OpenRecord, records: CsvRecord[]): void {
    this.#open = undefined;
    const isEmpty = lines.length === 1 && (lines[0]?.text ?? '').trim() === '';
    // A line of tabs has several cells if the tab is the delimiter. A line of spaces has only one cell and is skipped.
    if (isEmpty && cells.length === 1) return;
    this.#width ??= cells.length;
    const line = lines[0]?.number ?? 0;
    records.push(cells.every(isStorableText) ? { line, cells } : { line, cells: [], isBroken: true });
  }

  // Marks the first line of the open record as broken and parses the other lines again.
  #giveUp({ lines: [first, ...others] }: OpenRecord, records: CsvRecord[]): void {
    this.#open = undefined;
    if (first !== undefined) records.push({ line: first.number, cells: [], isBroken: true });
    for (const line of others) this.#take(line, records);
  }
}

// Adds the cells of a line to a record. `isOdd` is true if a quote is misplaced: followed by text, or in the middle of
// a cell.
function readLine(record: OpenRecord, line: Line, delimiter: Delimiter): { isOpen: boolean; isOdd: boolean } {
  const { text } = line;
  const isGoingOn = record.lines.length > 1;
  if (!isGoingOn && !text.includes('"')) {
    record.cells.push(...text.split(delimiter));
    return { isOpen: false, isOdd: false };
  }
  let { cell } = record;
  // The state `quote` follows a quote that either closes the cell or is the first of two quotes.
  let state: 'start' | 'quoted' | 'quote' | 'plain' = isGoingOn ? 'quoted' : 'start';
  let isOdd = false;
  for (const character of text) {
    if (state === 'quoted') {
      if (character === '"') state = 'quote';
      else cell += character;
    } else if (character === delimiter) {
      record.cells.push(cell);
      [cell, state] = ['', 'start'];
    } else if (character === '"' && state === 'start') state = 'quoted';
    else {
      // Two quotes are one literal quote. Any other text after a closing quote is misplaced.
      const isDoubled: boolean = character === '"' && state === 'quote';
      isOdd ||= !isDoubled && (character === '"' || state === 'quote');
      cell += character;
      state = isDoubled ? 'quoted' : 'plain';
    }
  }
  if (state === 'quoted') record.cell = cell + line.end;
  else record.cells.push(cell);
  return { isOpen: state === 'quoted', isOdd };
}

function findDelimiter(line: string): Delimiter {
  const plain = line.replace(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter) => plain.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best), delimiters[0]);
}

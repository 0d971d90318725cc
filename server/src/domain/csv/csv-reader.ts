import { isStorableText } from '@waypost/contract/text.ts';

export const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** One record of a file and the line that it begins in; `isBroken` where that line cannot be read, and is left out. */
export type CsvRecord = { line: number; cells: string[]; isBroken?: true };

const recordLengthMax = 64 * 1_024;
/** Cells of several lines are rare, and short. Each line behind a quote that is left open is looked at so often at most. */
const recordLinesMax = 20;

/** A line of a file, with what ends it. */
type Line = { number: number; text: string; end: string };

/** A record whose quotes are open at the end of its last line. */
type OpenRecord = { lines: Line[]; cells: string[]; cell: string; length: number };

/**
 * Reads separated values piece by piece, as a file is read. Comma, semicolon or tab, whichever the first line has most
 * of; cells may be quoted, with doubled quotes inside; lines end in any of the usual ways. Empty lines are nobody's.
 *
 * A quote that nobody closes costs its own line and no other. So a record goes on over several lines only where it reads
 * well as a whole: its quotes end where a cell ends, and it has as many cells as the first record. Otherwise the line that
 * it began in is broken, and the one after it is read as if nothing had been before it.
 */
export class CsvReader {
  #delimiter: Delimiter = ',';
  /** How many cells the first record has. */
  #width: number | undefined;
  #number = 0;
  /** What of a line has come so far; no more of it than tells that it is too long. */
  #rest = '';
  /** A return that came last may be the first half of an end. */
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
    // Some programs mark their files at the beginning.
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
    // A line of nothing but tabs has cells; one of nothing but spaces has none.
    if (isEmpty && cells.length === 1) return;
    this.#width ??= cells.length;
    const line = lines[0]?.number ?? 0;
    records.push(cells.every(isStorableText) ? { line, cells } : { line, cells: [], isBroken: true });
  }

  /** The line that a record began in is broken; those after it may be well. */
  #giveUp({ lines: [first, ...others] }: OpenRecord, records: CsvRecord[]): void {
    this.#open = undefined;
    if (first !== undefined) records.push({ line: first.number, cells: [], isBroken: true });
    for (const line of others) this.#take(line, records);
  }
}

/**
 * Adds the cells of a line to a record. `isOdd` where it has quotes that nobody meant to write so: with text behind their
 * end, or in the middle of a cell.
 */
function readLine(record: OpenRecord, line: Line, delimiter: Delimiter): { isOpen: boolean; isOdd: boolean } {
  const { text } = line;
  const isGoingOn = record.lines.length > 1;
  if (!isGoingOn && !text.includes('"')) {
    record.cells.push(...text.split(delimiter));
    return { isOpen: false, isOdd: false };
  }
  let { cell } = record;
  /** Before anything of a cell; in quotes; just after one that ends them, or is the first of two; or without any. */
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
      // Two quotes are one that is meant; else what comes after the end of quotes is no longer in them.
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

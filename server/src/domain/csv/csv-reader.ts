export const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** One record of a file and the line that it begins in; `isBroken` where it never ends, or is too long to be one. */
export type CsvRecord = { line: number; cells: string[]; isBroken?: true };

const recordLengthMax = 64 * 1_024;

/**
 * Reads separated values piece by piece, as a file is read. Comma, semicolon or tab, whichever the first line has most
 * of; cells may be quoted, with doubled quotes inside; lines end in any of the usual ways. Empty lines are nobody's.
 */
export class CsvReader {
  #delimiter: Delimiter | undefined;
  /** What of the first line has come so far. */
  #head = '';
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #line = 1;
  #startLine = 1;
  /** In quotes; or just after one that ends them, or is the first of two; or before anything of the cell. */
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #isAfterReturn = false;
  #isBroken = false;

  get delimiter(): Delimiter | undefined {
    return this.#delimiter;
  }

  push(text: string): CsvRecord[] {
    if (this.#delimiter !== undefined) return this.#read(text, this.#delimiter);
    this.#head += text;
    if (this.#head.length < recordLengthMax && !hasWholeLine(this.#head)) return [];
    return this.#begin();
  }

  end(): CsvRecord[] {
    const records = this.#delimiter === undefined ? this.#begin() : [];
    if (this.#state === 'quoted') this.#isBroken = true;
    this.#endRecord(records);
    return records;
  }

  #begin(): CsvRecord[] {
    // Some programs mark their files at the beginning.
    const text = this.#head.replace(/^\uFEFF/, '');
    this.#head = '';
    this.#delimiter = findDelimiter(text);
    return this.#read(text, this.#delimiter);
  }

  #read(text: string, delimiter: Delimiter): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const character of text) {
      const isSecond = this.#isAfterReturn && character === '\n';
      this.#isAfterReturn = character === '\r';
      if (!isSecond && (character === '\n' || character === '\r')) this.#line += 1;
      if (this.#state === 'quoted') this.#readQuoted(character);
      else if (isSecond) continue;
      else if (character === '\n' || character === '\r') this.#endRecord(records);
      else this.#readPlain(character, delimiter);
      this.#limit(records);
    }
    return records;
  }

  #readQuoted(character: string): void {
    if (character === '"') this.#state = 'quote';
    else this.#add(character);
  }

  #readPlain(character: string, delimiter: Delimiter): void {
    if (character === delimiter) this.#endCell();
    else if (character !== '"') this.#add(character, 'plain');
    else if (this.#state === 'quote') this.#add('"', 'quoted');
    else if (this.#state === 'start') this.#state = 'quoted';
    else this.#add('"', 'plain');
  }

  #add(character: string, state = this.#state): void {
    // What comes after the end of quotes is no longer in them.
    this.#state = state;
    this.#length += character.length;
    if (!this.#isBroken) this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    this.#length += 1;
  }

  /** A quote that nobody closes must not swallow the rest of the file: the record ends here, and the next line is one. */
  #limit(records: CsvRecord[]): void {
    if (this.#length <= recordLengthMax) return;
    this.#isBroken = true;
    this.#cell = '';
    this.#cells = [];
    if (this.#state === 'quoted') this.#endRecord(records);
  }

  #endRecord(records: CsvRecord[]): void {
    const isEmpty = this.#cells.length === 0 && this.#cell.trim() === '' && this.#state !== 'quote';
    if (this.#isBroken) records.push({ line: this.#startLine, cells: [], isBroken: true });
    else if (!isEmpty) records.push({ line: this.#startLine, cells: [...this.#cells, this.#cell] });
    this.#cells = [];
    this.#cell = '';
    this.#length = 0;
    this.#state = 'start';
    this.#isBroken = false;
    this.#startLine = this.#line;
  }
}

function hasWholeLine(text: string): boolean {
  return /[^\r\n\uFEFF][^\r\n]*[\r\n]/.test(text);
}

function findDelimiter(text: string): Delimiter {
  const line = (/[^\r\n]+/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter) => line.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best), delimiters[0]);
}

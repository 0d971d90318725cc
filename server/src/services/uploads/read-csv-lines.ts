import { CsvReader, type CsvRecord } from '../../domain/csv/csv-reader.ts';
import { readHeader, type ColumnNames, type Header } from '../../domain/csv/read-header.ts';
import { WaypostError } from '../../platform/errors.ts';

/** Of a line that could not be read. */
export const brokenLine =
  'The line has an unclosed quote or a NUL character, or is longer than 64 KiB. Only this line is skipped.';

/** A file, piece by piece. */
export type CsvSource = AsyncIterable<string> | Iterable<string>;

type CsvFormat<Field extends string> = {
  columns: ColumnNames<Field>;
  required: readonly Field[];
  /**
   * Whether columns that nobody knows are refused, since a misspelt one would mean something else than it says, and two
   * names for one thing. Where not, the reader of the lines says which of the names counts.
   */
  isStrict: boolean;
  /** How many lines are handed over together. */
  groupLines: number;
  /** What columns mean that are called otherwise, by their names; null leaves one out. */
  rename?: Readonly<Record<string, string | null>> | undefined;
};

export type CsvGroup<Field extends string> = { header: Header<Field>; records: CsvRecord[] };

/** Lines in groups, read as they come: a file of any size is never in memory as a whole. */
export async function* readCsvLines<Field extends string>(
  source: CsvSource,
  format: CsvFormat<Field>,
): AsyncGenerator<CsvGroup<Field>> {
  let header: Header<Field> | undefined;
  let waiting: CsvRecord[] = [];
  for await (const records of readRecords(source)) {
    if (header === undefined) {
      const [first, ...rest] = records;
      if (first === undefined) continue;
      header = checkHeader(first, format);
      waiting = rest;
    } else waiting.push(...records);
    while (waiting.length >= format.groupLines)
      yield { header, records: waiting.splice(0, format.groupLines) };
  }
  if (header === undefined) throw new WaypostError('VALIDATION_FAILED', 'The file is empty');
  if (waiting.length > 0) yield { header, records: waiting };
}

/** A file that comes in one piece is not read in one go either: others wait for this process meanwhile. */
const readAtOnce = 64 * 1_024;

async function* readRecords(source: CsvSource): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader();
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += readAtOnce) yield reader.push(piece.slice(at, at + readAtOnce));
  yield reader.end();
}

function checkHeader<Field extends string>(first: CsvRecord, format: CsvFormat<Field>): Header<Field> {
  const { columns, required, isStrict, rename = {} } = format;
  const header = readHeader(renameCells(first, columns, rename), columns);
  const called = (field: Field) => columns[field][0];
  const missing = required.filter((field) => !header.columns.has(field));
  const found = `The first line has: ${header.names.join(', ').slice(0, 200)}`;
  if (missing.length > 0) refuse(`Missing column: ${missing.map(called).join(', ')}. ${found}`);
  const twice = isStrict ? header.repeated : header.doubled;
  if (twice.length > 0) refuse(`Two columns have the same meaning: ${twice.join(', ')}`);
  if (isStrict && header.unknown.length > 0) {
    const known = (Object.keys(columns) as Field[]).map(called).join(', ');
    refuse(`Unknown column: ${header.unknown.join(', ').slice(0, 200)}. Known columns: ${known}`);
  }
  return header;
}

function renameCells<Field extends string>(
  { cells }: CsvRecord,
  columns: ColumnNames<Field>,
  rename: Readonly<Record<string, string | null>>,
): string[] {
  const names = cells.map((cell) => cell.trim());
  const missing = Object.keys(rename).filter((name) => !names.includes(name.trim()));
  if (missing.length > 0) refuse(`Column to rename not found: ${missing.join(', ').slice(0, 200)}`);
  const meanings = new Map(Object.entries(rename).map(([name, field]) => [name.trim(), field]));
  return names.map((name) => {
    const field = meanings.get(name);
    if (field === undefined) return name;
    // A column without a name is nobody's.
    return field === null ? '' : columns[field as Field][0];
  });
}

function refuse(message: string): never {
  throw new WaypostError('VALIDATION_FAILED', message);
}

/** What a record has in a column; nothing where the file has no such column, or the record ends before it. */
export function cellOf<Field extends string>(
  { columns }: Header<Field>,
  { cells }: CsvRecord,
  field: Field,
): string {
  const at = columns.get(field);
  return at === undefined ? '' : (cells[at] ?? '').trim();
}

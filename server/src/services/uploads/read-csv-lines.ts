import { CsvReader, type CsvRecord } from '../../domain/csv/csv-reader.ts';
import { readHeader, type ColumnNames, type Header } from '../../domain/csv/read-header.ts';
import { WaypostError } from '../../platform/errors.ts';

export const unreadableLine =
  'The line has an unclosed quote or a NUL character, or is longer than 64 KiB. Only this line is skipped.';

export type CsvSource = AsyncIterable<string> | Iterable<string>;

type CsvFormat<Field extends string> = {
  columns: ColumnNames<Field>;
  required: readonly Field[];
  /**
   * If true, duplicate and unknown columns are rejected, so that a misspelled column is not silently ignored. If false,
   * the caller decides which of several columns for a field to use.
   */
  isStrict: boolean;
  groupLines: number;
  /** Maps the column names in the file to fields. A column that is mapped to null is ignored. */
  rename?: Readonly<Record<string, string | null>> | undefined;
};

export type CsvGroup<Field extends string> = { header: Header<Field>; records: CsvRecord[] };

/** Streams lines in groups, so that a file of any size is never completely in memory. */
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

// Larger chunks are split, so that parsing does not block the event loop.
const chunkLength = 64 * 1_024;

async function* readRecords(source: CsvSource): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader();
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += chunkLength)
      yield reader.push(piece.slice(at, at + chunkLength));
  yield reader.end();
}

function checkHeader<Field extends string>(first: CsvRecord, format: CsvFormat<Field>): Header<Field> {
  const { columns, required, isStrict, rename = {} } = format;
  const header = readHeader(renameCells(first, columns, rename), columns);
  const nameOf = (field: Field) => columns[field][0];
  const missing = required.filter((field) => !header.columns.has(field));
  const found = `The first line has: ${header.names.join(', ').slice(0, 200)}`;
  if (missing.length > 0) refuse(`Missing column: ${missing.map(nameOf).join(', ')}. ${found}`);
  const repeated = isStrict ? header.repeated : header.doubled;
  if (repeated.length > 0) refuse(`More than one column for the same field: ${repeated.join(', ')}`);
  if (isStrict && header.unknown.length > 0) {
    const known = (Object.keys(columns) as Field[]).map(nameOf).join(', ');
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
    // Columns without a name are ignored.
    return field === null ? '' : columns[field as Field][0];
  });
}

function refuse(message: string): never {
  throw new WaypostError('VALIDATION_FAILED', message);
}

/**
 * Returns the text of a cell. The text is empty if the file has no such column, or if the line ends before the column.
 */
export function cellOf<Field extends string>(
  { columns }: Header<Field>,
  { cells }: CsvRecord,
  field: Field,
): string {
  const at = columns.get(field);
  return at === undefined ? '' : (cells[at] ?? '').trim();
}

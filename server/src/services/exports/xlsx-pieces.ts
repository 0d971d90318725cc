import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import {
  sheetEnd,
  sheetPath,
  sheetRow,
  sheetRowsMax,
  sheetStart,
  workbookParts,
  type XlsxFormat,
} from '../../domain/xlsx/sheet-xml.ts';
import { writeZip, type ZipEntry } from '../../platform/zip/write-zip.ts';

const pieceLengthMax = 64 * 1_024;

type Table = { header: readonly string[]; formats: readonly XlsxFormat[] };

// Writes a workbook while its rows are read. Rows that do not fit on a sheet continue on the next one.
export async function* xlsxPieces(
  table: Table,
  lines: AsyncGenerator<CsvValue[][]>,
  rowsMax = sheetRowsMax,
): AsyncGenerator<Buffer> {
  const rows = flatten(lines);
  // The first row is read before anything is written, so that a failed query still has an error response.
  const first = await rows.next();
  try {
    yield* writeZip(writeParts(table, { rows, next: first }, rowsMax));
  } finally {
    await rows.return(undefined);
  }
}

type Rows = { rows: AsyncGenerator<CsvValue[]>; next: IteratorResult<CsvValue[]> };

async function* writeParts(table: Table, rows: Rows, rowsMax: number): AsyncGenerator<ZipEntry> {
  let sheets = 0;
  do {
    sheets += 1;
    yield { name: sheetPath(sheets), content: writeSheet(table, rows, rowsMax) };
  } while (rows.next.done !== true);
  yield* workbookParts(sheets);
}

async function* writeSheet({ header, formats }: Table, state: Rows, rowsMax: number): AsyncGenerator<string> {
  let piece = sheetStart(header);
  for (let count = 1; count < rowsMax && state.next.done !== true; count += 1) {
    piece += sheetRow(state.next.value, formats);
    state.next = await state.rows.next();
    if (piece.length < pieceLengthMax) continue;
    yield piece;
    piece = '';
  }
  yield piece + sheetEnd;
}

async function* flatten(lines: AsyncGenerator<CsvValue[][]>): AsyncGenerator<CsvValue[]> {
  for await (const rows of lines) yield* rows;
}

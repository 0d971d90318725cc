import { csvLine, type CsvValue } from '@waypost/contract/values/csv-line.ts';
import type { XlsxFormat } from '../../domain/xlsx/sheet-xml.ts';
import { WaypostError } from '../../platform/errors.ts';
import { Slots } from '../../platform/slots.ts';
import { xlsxPieces } from './xlsx-pieces.ts';

// The number of exports is limited, because each export keeps a database connection until it ends.
const slots = new Slots({ perOwnerMax: 2, totalMax: 8 });
const pieceLengthMax = 64 * 1_024;

export type FileFormat = 'csv' | 'xlsx';

type Table = {
  workspaceId: string;
  format?: FileFormat | undefined;
  // Number formats of the columns in a workbook. All are general without them.
  formats?: readonly XlsxFormat[];
  signal?: AbortSignal | undefined;
  header: readonly string[];
  read: (signal: AbortSignal) => AsyncGenerator<CsvValue[][]>;
};

export async function* writePieces({
  workspaceId,
  format = 'csv',
  formats = [],
  signal,
  header,
  read,
}: Table): AsyncGenerator<string | Buffer> {
  if (slots.acquire(workspaceId) !== undefined) refuseExport();
  const controller = new AbortController();
  const ended = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
  try {
    if (format === 'xlsx') yield* xlsxPieces({ header, formats }, read(ended));
    else yield* joinLines(header, read(ended));
  } finally {
    controller.abort();
    slots.release(workspaceId);
  }
}

async function* joinLines(
  header: readonly string[],
  lines: AsyncGenerator<CsvValue[][]>,
): AsyncGenerator<string> {
  let piece = csvLine(header);
  for await (const rows of lines) {
    for (const row of rows) {
      piece += csvLine(row);
      if (piece.length < pieceLengthMax) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece;
}

function refuseExport(): never {
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Too many exports are running. Try again when one has finished.',
  );
}

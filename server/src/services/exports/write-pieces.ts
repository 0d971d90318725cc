import { csvLine, type CsvValue } from '@waypost/contract/csv-line.ts';
import { WaypostError } from '../../platform/errors.ts';

// Each keeps a connection for as long as it takes.
const perWorkspaceMax = 2;
const inAllMax = 8;
const pieceLengthMax = 64 * 1_024;

const running = new Map<string, number>();

type Table = {
  workspaceId: string;
  /** Says that whoever wanted the file is gone; where nothing says so, they are there until they stop taking pieces. */
  signal?: AbortSignal | undefined;
  header: readonly string[];
  /** Lines some at a time; the signal says that nobody wants more. */
  read: (signal: AbortSignal) => AsyncGenerator<CsvValue[][]>;
};

/** The text of a table in pieces of a convenient size. It begins with the first piece that is asked for. */
export async function* writePieces({ workspaceId, signal, header, read }: Table): AsyncGenerator<string> {
  takePlace(workspaceId);
  const controller = new AbortController();
  const ended = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
  try {
    yield* joinLines(header, read(ended));
  } finally {
    controller.abort();
    leavePlace(workspaceId);
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

function takePlace(workspaceId: string): void {
  const mine = running.get(workspaceId) ?? 0;
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (mine >= perWorkspaceMax || all >= inAllMax)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'Too many exports are running. Try again when one has finished.',
    );
  running.set(workspaceId, mine + 1);
}

function leavePlace(workspaceId: string): void {
  const left = (running.get(workspaceId) ?? 1) - 1;
  if (left === 0) running.delete(workspaceId);
  else running.set(workspaceId, left);
}

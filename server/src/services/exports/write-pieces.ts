import { csvLine, type CsvValue } from '@waypost/contract/csv-line.ts';
import { WaypostError } from '../../platform/errors.ts';

// The number of exports is limited, because each export keeps a database connection until it ends.
const perWorkspaceMax = 2;
const totalMax = 8;
const pieceLengthMax = 64 * 1_024;

const running = new Map<string, number>();

type Table = {
  workspaceId: string;
  signal?: AbortSignal | undefined;
  header: readonly string[];
  read: (signal: AbortSignal) => AsyncGenerator<CsvValue[][]>;
};

export async function* writePieces({ workspaceId, signal, header, read }: Table): AsyncGenerator<string> {
  acquireSlot(workspaceId);
  const controller = new AbortController();
  const ended = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
  try {
    yield* joinLines(header, read(ended));
  } finally {
    controller.abort();
    releaseSlot(workspaceId);
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

function acquireSlot(workspaceId: string): void {
  const own = running.get(workspaceId) ?? 0;
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (own >= perWorkspaceMax || all >= totalMax)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'Too many exports are running. Try again when one has finished.',
    );
  running.set(workspaceId, own + 1);
}

function releaseSlot(workspaceId: string): void {
  const left = (running.get(workspaceId) ?? 1) - 1;
  if (left === 0) running.delete(workspaceId);
  else running.set(workspaceId, left);
}

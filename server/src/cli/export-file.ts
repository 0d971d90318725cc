import { Option } from 'commander';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { describeError, WaypostError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { FileExport } from '../services/exports/csv-export.ts';

export function headersOption(): Option {
  return new Option('--headers <kind>', 'column headers of tokens and goal actions: ids or names')
    .choices(['ids', 'names'])
    .default('ids');
}

/**
 * Streams an export to a file, which is compressed if its name ends with .gz, or to standard output for `-`. The file
 * is renamed to its final name at the end, so that an interrupted export never looks complete.
 */
export async function writeExportFile(path: string, { pieces }: FileExport): Promise<void> {
  if (path === '-') {
    await pipeline(pieces, process.stdout, { end: false });
    return;
  }
  const unfinished = `${resolve(path)}.unfinished`;
  try {
    const file = createWriteStream(unfinished, { mode: 0o600 });
    await (path.endsWith('.gz') ? pipeline(pieces, createGzip(), file) : pipeline(pieces, file));
    renameSync(unfinished, resolve(path));
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (error instanceof WaypostError) throw error;
    throw new OperatorError('refused', `Failed to write ${path}: ${describeError(error)}`, {
      cause: error,
    });
  }
}

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writeWholeFile, type FileOperations } from './file-operations.ts';
import { namesVisit, type ErasedVisits } from './names-visit.ts';

type ErasedRejected = {
  rows: number;
  /** Files that the disk does not give back, so that nobody knows what is in them. */
  unreadable: string[];
};

/** The files of a stream with what nobody took. */
export async function listRejected(directory: string, files: FileOperations): Promise<string[]> {
  const path = join(directory, 'rejected');
  const names = await files.list(path).catch(() => []);
  return names.filter((name) => !name.endsWith('.new')).map((name) => join(path, name));
}

/** Writes files of `rejected/` anew without the rows of these visits; a file of which nothing is left goes. */
export async function eraseRejected(
  paths: readonly string[],
  files: FileOperations,
  erased: ErasedVisits,
): Promise<ErasedRejected> {
  const result: ErasedRejected = { rows: 0, unreadable: [] };
  for (const path of paths) {
    const content = await files.read(path).catch(() => undefined);
    if (content === undefined) result.unreadable.push(path);
    else result.rows += await eraseLines(path, content, files, erased);
  }
  return result;
}

// Visitors are answered between one stretch of lines and the next.
const linesAtOnce = 500;

async function eraseLines(
  path: string,
  content: Buffer,
  files: FileOperations,
  erased: ErasedVisits,
): Promise<number> {
  // Byte by byte as it was: a damaged line must not become another one. Ids are the same in any encoding.
  const lines = content.toString('latin1').split('\n');
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % linesAtOnce === linesAtOnce - 1) await setImmediate();
    if (!namesVisit(line, erased)) kept.push(line);
  }
  if (kept.length === lines.length) return 0;
  if (kept.every((line) => line === '')) await files.remove(path);
  else await writeWholeFile(files, path, Buffer.from(kept.join('\n'), 'latin1'));
  return lines.length - kept.length;
}

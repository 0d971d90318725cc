import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writeWholeFile, type FileOperations } from './file-operations.ts';
import { mentionsVisit, type ErasedVisits } from './mentions-visit.ts';

type ErasedRejected = {
  rows: number;
  /** Files that could not be read and may still contain rows of these visits. */
  unreadable: string[];
};

export async function listRejected(directory: string, files: FileOperations): Promise<string[]> {
  const path = join(directory, 'rejected');
  const names = await files.list(path).catch(() => []);
  return names.filter((name) => !name.endsWith('.new')).map((name) => join(path, name));
}

/** Rewrites files in `rejected/` without the rows of these visits and removes files that become empty. */
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

// Lines to process per turn of the event loop, so that visitors are answered between turns.
const linesPerTurn = 500;

async function eraseLines(
  path: string,
  content: Buffer,
  files: FileOperations,
  erased: ErasedVisits,
): Promise<number> {
  // The content is decoded as Latin-1, which preserves every byte of damaged lines. IDs are ASCII, so they can still be
  // found.
  const lines = content.toString('latin1').split('\n');
  const remaining: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % linesPerTurn === linesPerTurn - 1) await setImmediate();
    if (!mentionsVisit(line, erased)) remaining.push(line);
  }
  if (remaining.length === lines.length) return 0;
  if (remaining.every((line) => line === '')) await files.remove(path);
  else await writeWholeFile(files, path, Buffer.from(remaining.join('\n'), 'latin1'));
  return lines.length - remaining.length;
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import type { DataDirectory } from './data-directory.ts';

// Exists while traffic is being moved. Tells the supervisor to run the target if it is embedded, and to switch to it when
// PostgreSQL says that the move is complete. The URL, which contains a password, is only set for an external target.
type MoveFile = { clickhouseUrl?: string };

export function readMoveFile(directory: DataDirectory): MoveFile | undefined {
  return readJsonFile(moveFile(directory)) as MoveFile | undefined;
}

export function writeMoveFile(directory: DataDirectory, content: MoveFile): void {
  writeJsonFile(moveFile(directory), content);
}

export function removeMoveFile(directory: DataDirectory): void {
  rmSync(moveFile(directory), { force: true });
}

function moveFile({ path }: DataDirectory): string {
  return join(path, 'move.json');
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import type { DataDirectory } from './data-directory.ts';

// `traffic` goes from PostgreSQL to ClickHouse. The other kinds move an embedded engine to an external server.
export type MoveKind = 'traffic' | 'clickhouse' | 'postgres';

// Exists while something is being moved. Tells the supervisor to run the target of `traffic` if it is embedded, and to
// switch to the target when the old place says that the move is complete. URLs, which contain a password, are only set for
// external targets.
export type MoveFile = {
  kind: MoveKind;
  id: string;
  // Embedded engines that the installation uses, even if the settings already contain the URL of a target.
  embedded: { postgres: boolean; clickhouse: boolean };
  clickhouseUrl?: string;
  databaseUrl?: string;
};

type Directory = Pick<DataDirectory, 'path'>;

export function readMoveFile(directory: Directory): MoveFile | undefined {
  const content = readJsonFile(moveFile(directory)) as Partial<MoveFile> | undefined;
  return content && { kind: 'traffic', id: '', embedded: { postgres: false, clickhouse: false }, ...content };
}

export function writeMoveFile(directory: Directory, content: MoveFile): void {
  writeJsonFile(moveFile(directory), content);
}

export function removeMoveFile(directory: Directory): void {
  rmSync(moveFile(directory), { force: true });
}

function moveFile({ path }: Directory): string {
  return join(path, 'move.json');
}

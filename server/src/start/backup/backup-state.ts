import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRunFile, writeJsonFile } from '../../platform/json-file.ts';
import type { BackupReading } from '../../services/tools.ts';

type Success = { at: string; durationMs: number; bytes: number; folder: string };
type Failure = { at: string; reason: string };
type StateFile = { success?: Success; failure?: Failure };

const fileName = 'last-backup.json';
// Scripts that back up with other tools touch this file after each backup.
const touchedFileName = 'last-backup';
const reasonLengthMax = 500;

export const backupStateFiles = [fileName, touchedFileName];

// The state is in files, so that backups can be recorded while Waypost is stopped.
export function readBackupState(dataDirectory: string, now = new Date()): BackupReading {
  const { success, failure } = readStateFile(dataDirectory);
  const last = success === undefined ? undefined : { ...success, at: new Date(success.at) };
  const touchedAt = statSync(join(dataDirectory, touchedFileName), { throwIfNoEntry: false })?.mtime;
  const isTouchedLater =
    touchedAt !== undefined && touchedAt <= now && (last === undefined || touchedAt > last.at);
  return {
    last: isTouchedLater ? { at: touchedAt } : last,
    failure: failure === undefined ? undefined : { ...failure, at: new Date(failure.at) },
  };
}

export function recordBackupSuccess(dataDirectory: string, success: Omit<Success, 'at'>): void {
  const at = new Date().toISOString();
  write(dataDirectory, { ...readStateFile(dataDirectory), success: { at, ...success } });
}

export function recordBackupFailure(dataDirectory: string, reason: string): void {
  const failure = { at: new Date().toISOString(), reason: reason.trim().slice(0, reasonLengthMax) };
  write(dataDirectory, { ...readStateFile(dataDirectory), failure });
}

function readStateFile(dataDirectory: string): StateFile {
  const { success, failure } = (readRunFile(join(dataDirectory, fileName)) ?? {}) as StateFile;
  return {
    ...(isDated(success) ? { success } : {}),
    ...(isDated(failure) ? { failure } : {}),
  };
}

function isDated(entry: { at: unknown } | undefined): boolean {
  return typeof entry?.at === 'string' && !Number.isNaN(Date.parse(entry.at));
}

// With external engines, a machine that only runs commands has no data directory. Other errors, such as a full disk, must
// not hide the result of the backup.
function write(dataDirectory: string, state: StateFile): void {
  try {
    if (existsSync(dataDirectory)) writeJsonFile(join(dataDirectory, fileName), state);
  } catch {
    // Without the file, backups are reported as overdue.
  }
}

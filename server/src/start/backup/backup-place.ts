import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readRunFile } from '../../platform/json-file.ts';
import { checksumsFile } from './checksums.ts';
import type { ListedBackup } from './choose-base.ts';
import { manifestFile, type Manifest } from './manifest.ts';
import type { OnProgress } from './progress.ts';

// Where backups are kept. An incomplete backup is never listed.
export type BackupPlace = {
  // Folder on this machine in which backups are prepared.
  staging: string;
  // Complete backups, sorted from old to new.
  list: () => Promise<ListedBackup[]>;
  removeUnfinished: () => Promise<void>;
  has: (backup: string, file: string) => Promise<boolean>;
  // Returns undefined if the file does not exist.
  read: (backup: string, file: string) => Promise<Readable | undefined>;
  // Makes a prepared backup complete, and returns its address.
  publish: (name: string, onProgress: OnProgress) => Promise<string>;
  remove: (backup: string) => Promise<void>;
};

const unfinishedSuffix = '.unfinished';
const namePattern = /^waypost-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?<suffix>\.unfinished)?$/;

export function backupName(startedAt: Date): string {
  return `waypost-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export function isBackupName(name: string): boolean {
  return namePattern.exec(name)?.groups?.['suffix'] === undefined && namePattern.test(name);
}

export function unfinishedFolder(staging: string, name: string): string {
  return join(staging, `${name}${unfinishedSuffix}`);
}

export function openFolder(path: string): BackupPlace {
  const staging = resolve(path);
  return {
    staging,
    list: async () =>
      listNames(staging, false)
        .filter((name) => existsSync(join(staging, name, checksumsFile)))
        .map((name) => ({ name, manifest: readListed(join(staging, name, manifestFile)) })),
    removeUnfinished: async () => removeUnfinished(staging),
    has: async (backup, file) => existsSync(join(staging, backup, file)),
    read: async (backup, file) => {
      const source = join(staging, backup, file);
      return existsSync(source) ? createReadStream(source) : undefined;
    },
    publish: async (name) => {
      renameSync(unfinishedFolder(staging, name), join(staging, name));
      return join(staging, name);
    },
    // Renamed first, so that no part of the backup looks complete if this is interrupted.
    remove: async (backup) => {
      const unfinished = unfinishedFolder(staging, backup);
      renameSync(join(staging, backup), unfinished);
      rmSync(unfinished, { recursive: true });
    },
  };
}

export function removeUnfinished(staging: string): void {
  for (const name of listNames(staging, true)) rmSync(join(staging, name), { recursive: true });
}

function listNames(folder: string, areUnfinished: boolean): string[] {
  return readdirSync(folder)
    .filter((name) => namePattern.test(name) && isBackupName(name) !== areUnfinished)
    .toSorted();
}

// A damaged manifest must not prevent a new backup. Such a backup is not used as a base.
function readListed(file: string): ListedBackup['manifest'] {
  const { clickhouse } = (readRunFile(file) ?? {}) as Partial<Manifest>;
  return clickhouse === undefined ? {} : { clickhouse };
}

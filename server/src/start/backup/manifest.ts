import { join } from 'node:path';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { readJsonFile, writeJsonFile } from '../../platform/json-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Dump } from '../../store/backup/dump-tables.ts';
import type { ClickHouseBackup } from '../../traffic/clickhouse/back-up.ts';
import type { DaySums } from '../../traffic/traffic-store.ts';

const format = 1;
const fileName = 'manifest.json';

const clickhouseFile = 'clickhouse.tar';
export const secretsFile = 'secrets.sealed';
export const spoolFolder = 'spool';

type ClickHouseDisk = { name: string; folder: string };

export type Manifest = {
  format: typeof format;
  waypost: string;
  startedAt: string;
  finishedAt: string;
  trafficStore: TrafficStoreName;
  migrations: { postgres: number; traffic: number };
  postgres: Dump;
  // `disk` is set if the backup is on a disk of an external ClickHouse server instead of in this folder.
  clickhouse?: { database: string; disk?: ClickHouseDisk };
  hasSecrets: boolean;
  spoolFiles: number;
  // Sums per day before and after the traffic store was backed up.
  days: { before: DaySums[]; after: DaySums[] };
};

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): void {
  writeJsonFile(join(folder, fileName), { format, ...manifest });
}

// Reads the manifest. The caller must have verified the checksums.
export function readManifest(folder: string): Manifest {
  const manifest = readJsonFile(join(folder, fileName)) as Manifest | undefined;
  if (manifest?.format === format) return manifest;
  throw new OperatorError(
    'refused',
    `${folder} was written by a newer Waypost. Restore it with that version.`,
  );
}

export function clickhouseBackup(folder: string, disk: ClickHouseDisk | undefined): ClickHouseBackup {
  return disk === undefined
    ? { file: join(folder, clickhouseFile) }
    : { disk: disk.name, folder: disk.folder };
}

export function tableFile(table: string): string {
  return join('postgres', `${table.replaceAll('"', '')}.copy.gz`);
}

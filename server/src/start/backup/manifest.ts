import { join } from 'node:path';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { readJsonFile } from '../../platform/json-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Dump } from '../../store/backup/dump-tables.ts';
import type { ClickHouseBackup } from '../../traffic/clickhouse/back-up.ts';
import type { DaySums } from '../../traffic/traffic-store.ts';

const format = 1;
export const manifestFile = 'manifest.json';

export const clickhouseFile = 'clickhouse.tar';
// The list of files in a full ClickHouse backup, which is all that ClickHouse needs to write an increment.
export const clickhouseListFile = 'clickhouse-files.xml';
export const secretsFile = 'secrets.sealed';
// Instead of `secretsFile`, if the secrets are encrypted for an age recipient.
export const ageSecretsFile = 'secrets.age';
export const spoolFolder = 'spool';

type ClickHouseDisk = { name: string; folder: string };

// The full backup that an increment needs, the checksum of its `clickhouse.tar`, and the number of increments since then.
export type Base = { backup: string; checksum: string; increment: number };

export type Manifest = {
  format: typeof format;
  waypost: string;
  startedAt: string;
  finishedAt: string;
  trafficStore: TrafficStoreName;
  migrations: { postgres: number; traffic: number };
  postgres: Dump;
  // `disk` is set if the backup is on a disk of an external ClickHouse server instead of in this folder.
  clickhouse?: { database: string; disk?: ClickHouseDisk; shards?: number; base?: Base };
  hasSecrets: boolean;
  spoolFiles: number;
  // Sums per day before and after the traffic store was backed up.
  days: { before: DaySums[]; after: DaySums[] };
};

export function formatManifest(manifest: Omit<Manifest, 'format'>): Buffer {
  return Buffer.from(`${JSON.stringify({ format, ...manifest }, null, 2)}\n`);
}

// Reads the manifest. The caller must have verified the checksums.
export function readManifest(folder: string): Manifest {
  const manifest = readJsonFile(join(folder, manifestFile)) as Manifest | undefined;
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

import { chmodSync, existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemCode } from '../platform/errors.ts';
import { explainDirectoryFailure } from './explain-directory-failure.ts';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import { makeDirectory } from '../platform/make-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';

// Must be incremented with every change that would make an older version of Waypost misread a file in the data
// directory.
const layoutVersion = 1;

// With less free space, the engines, their logs or the spool would fail during startup.
const freeBytesMin = 256 * 1024 * 1024;

export type DataDirectory = {
  path: string;
  postgres: string;
  clickhouse: string;
  clickhouseConfig: string;
  run: string;
};

const trafficStores = ['clickhouse', 'postgres'] as const;

export type TrafficStoreName = (typeof trafficStores)[number];

// External servers that the data was moved to.
type MovedHosts = { clickhouseHost?: string; postgresHost?: string };

type Marker = MovedHosts & {
  layout: number;
  clickhouseVersion?: string;
  trafficStore?: TrafficStoreName;
};

type EngineVersions = { postgresMajor?: number; clickhouseVersion?: string };

export function openDataDirectory(path: string, { isRestoring = false } = {}): DataDirectory {
  const root = resolve(path);
  const directory = {
    path: root,
    postgres: join(root, 'postgres'),
    clickhouse: join(root, 'clickhouse'),
    clickhouseConfig: join(root, 'clickhouse-config'),
    run: join(root, 'run'),
  };
  requireOwnDirectory(root);
  checkMarker(directory);
  if (!isRestoring) requireCompleteRestore(directory);
  try {
    const isNew = !existsSync(root);
    makeDirectory(directory.run, 0o700);
    if (isNew) chmodSync(root, 0o700);
    const probe = join(directory.run, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw explainDirectoryFailure(root, error);
  }
  return directory;
}

// Rejects a directory that belongs to another user if Waypost runs as root, because files created by root would lock
// that user out.
function requireOwnDirectory(path: string): void {
  if (process.getuid?.() !== 0 || !existsSync(path)) return;
  const owner = statSync(path).uid;
  if (owner === 0) return;
  throw new OperatorError(
    'dataDirectory',
    `The data directory ${path} belongs to user ${owner}. Run this command as that user, not as root.`,
  );
}

// This file exists while a backup is being restored into the directory.
export function restoringFile({ path }: Pick<DataDirectory, 'path'>): string {
  return join(path, 'restoring.json');
}

function requireCompleteRestore(directory: DataDirectory): void {
  if (!existsSync(restoringFile(directory))) return;
  throw new OperatorError(
    'dataDirectory',
    `The restore into ${directory.path} was interrupted or is still running. Run \`waypost restore\` again to start over.`,
  );
}

export function checkFreeSpace(path: string, freeBytes: number = statfsBytes(path)): void {
  if (freeBytes >= freeBytesMin) return;
  const megabytes = Math.floor(freeBytes / 1024 / 1024);
  throw new OperatorError(
    'dataDirectory',
    `The disk that contains ${path} is full (${megabytes} MiB free, at least ${freeBytesMin / 1024 / 1024} MiB required). Free some space, or set WAYPOST_DATA_DIR to another disk.`,
  );
}

/** Rejects data from incompatible engine versions before an engine touches it, then updates the marker. */
export function checkEngineVersions(directory: DataDirectory, engines: EngineVersions): void {
  requireCompatibleEngines(directory, engines);
  const marker = readMarker(directory);
  const { clickhouseVersion } = engines;
  const next: Marker = {
    ...marker,
    layout: layoutVersion,
    ...(clickhouseVersion === undefined ? {} : { clickhouseVersion }),
  };
  if (JSON.stringify(marker) !== JSON.stringify(next)) writeJsonFile(markerPath(directory), next);
}

export function readTrafficStore(directory: DataDirectory): TrafficStoreName | undefined {
  const marker = readMarker(directory);
  // Markers without a store come from a version that supported only ClickHouse.
  return marker?.trafficStore ?? (marker?.clickhouseVersion === undefined ? undefined : 'clickhouse');
}

export function readMovedHosts(directory: DataDirectory): MovedHosts {
  const { clickhouseHost, postgresHost } = readMarker(directory) ?? {};
  return {
    ...(clickhouseHost === undefined ? {} : { clickhouseHost }),
    ...(postgresHost === undefined ? {} : { postgresHost }),
  };
}

export function saveMovedHost(directory: DataDirectory, host: MovedHosts): void {
  writeJsonFile(markerPath(directory), { layout: layoutVersion, ...readMarker(directory), ...host });
}

// Whether the directory contains the files of an embedded engine.
export function hasEngineFiles(directory: DataDirectory, engine: 'postgres' | 'clickhouse'): boolean {
  return engine === 'postgres'
    ? existsSync(join(directory.postgres, 'PG_VERSION'))
    : existsSync(directory.clickhouse);
}

/**
 * Records which store this directory uses until its traffic is moved, because reports would be incomplete if traffic
 * were split between two stores.
 */
export function saveTrafficStore(
  directory: DataDirectory,
  trafficStore: TrafficStoreName,
  moved: MovedHosts = {},
): void {
  const marker: Marker = { layout: layoutVersion, ...readMarker(directory), trafficStore, ...moved };
  writeJsonFile(markerPath(directory), marker);
}

/** Like `checkEngineVersions`, without updating the marker. */
export function requireCompatibleEngines(directory: DataDirectory, engines: EngineVersions): void {
  const marker = readMarker(directory);
  const { postgresMajor, clickhouseVersion } = engines;
  const writtenMajor = readPostgresMajor(directory);
  if (postgresMajor !== undefined && writtenMajor !== undefined && writtenMajor !== String(postgresMajor)) {
    throw engineMismatch(directory, 'PostgreSQL', writtenMajor, String(postgresMajor));
  }
  const writtenVersion = marker?.clickhouseVersion;
  if (
    clickhouseVersion !== undefined &&
    writtenVersion !== undefined &&
    compareVersions(writtenVersion, clickhouseVersion) > 0
  ) {
    throw engineMismatch(directory, 'ClickHouse', writtenVersion, clickhouseVersion);
  }
}

function readPostgresMajor(directory: DataDirectory): string | undefined {
  const file = join(directory.postgres, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Compares only year and month, because patch releases of ClickHouse (`26.7.3-stable.1`) share their file format. */
export function compareVersions(left: string, right: string): number {
  const [leftYear = 0, leftMonth = 0] = left.split('.').map((part) => Number.parseInt(part, 10));
  const [rightYear = 0, rightMonth = 0] = right.split('.').map((part) => Number.parseInt(part, 10));
  return leftYear - rightYear || leftMonth - rightMonth;
}

function checkMarker(directory: DataDirectory): void {
  const layout = readMarker(directory)?.layout ?? layoutVersion;
  if (layout > layoutVersion) {
    throw new OperatorError(
      'dataDirectory',
      `${directory.path} was written by a newer Waypost (layout ${layout}, but this version supports only up to ${layoutVersion}). Start the newer version, or restore a backup to another directory. Nothing was changed.`,
    );
  }
}

function readMarker(directory: DataDirectory): Marker | undefined {
  try {
    const content = readJsonFile(markerPath(directory));
    return content === undefined ? undefined : parseMarker(content);
  } catch (error) {
    if (systemCode(error) !== undefined) throw explainDirectoryFailure(directory.path, error);
    const message = `${markerPath(directory)} is damaged. Restore it from a backup.`;
    throw new OperatorError('dataDirectory', message, { cause: error });
  }
}

// Parses the marker without Zod, which would take a tenth of the supervisor's memory.
function parseMarker(content: unknown): Marker {
  const { layout, clickhouseVersion, trafficStore, clickhouseHost, postgresHost } = content as {
    [Name in keyof Marker]: unknown;
  };
  if (typeof layout !== 'number' || !Number.isSafeInteger(layout)) throw new Error('Invalid layout');
  const marker: Marker = { layout };
  if (clickhouseVersion !== undefined) {
    if (typeof clickhouseVersion !== 'string' || !/^\d+\.\d+/.test(clickhouseVersion))
      throw new Error('Invalid ClickHouse version');
    marker.clickhouseVersion = clickhouseVersion;
  }
  if (trafficStore !== undefined) {
    const known = trafficStores.find((store) => store === trafficStore);
    if (known === undefined) throw new Error('Invalid traffic store');
    marker.trafficStore = known;
  }
  if (typeof clickhouseHost === 'string') marker.clickhouseHost = clickhouseHost;
  if (typeof postgresHost === 'string') marker.postgresHost = postgresHost;
  return marker;
}

function markerPath(directory: DataDirectory): string {
  return join(directory.path, 'waypost.json');
}

function engineMismatch(
  directory: DataDirectory,
  engine: string,
  written: string,
  included: string,
): OperatorError {
  return new OperatorError(
    'dataDirectory',
    `${directory.path} was written by ${engine} ${written}, but this version of Waypost includes ${engine} ${included}. ` +
      `Start the version of Waypost that wrote it, move the data to an external ${engine}, and set its URL. Nothing was changed.`,
  );
}

function statfsBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

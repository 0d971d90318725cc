import { chmodSync, existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError, systemCode } from '../platform/errors.ts';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import { makeDirectory } from '../platform/make-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Grows when the meaning of a file in the data directory changes so that an older Waypost would misread it. */
const layoutVersion = 1;

// Two engines, their logs and the spool need room to start at all; less than this fails half way through.
const freeBytesMin = 256 * 1024 * 1024;

export type DataDirectory = {
  path: string;
  postgres: string;
  clickhouse: string;
  clickhouseConfig: string;
  run: string;
};

const trafficStores = ['clickhouse', 'postgres'] as const;

/** What keeps recorded traffic. */
export type TrafficStoreName = (typeof trafficStores)[number];

type Marker = { layout: number; clickhouseVersion?: string; trafficStore?: TrafficStoreName };

type EngineVersions = { postgresMajor?: number; clickhouseVersion?: string };

export function openDataDirectory(path: string): DataDirectory {
  const root = resolve(path);
  const directory = {
    path: root,
    postgres: join(root, 'postgres'),
    clickhouse: join(root, 'clickhouse'),
    clickhouseConfig: join(root, 'clickhouse-config'),
    run: join(root, 'run'),
  };
  refuseForeignDirectory(root);
  checkMarker(directory);
  try {
    const isNew = !existsSync(root);
    makeDirectory(directory.run, 0o700);
    if (isNew) chmodSync(root, 0o700);
    const probe = join(directory.run, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw explainFailure(root, error);
  }
  return directory;
}

/** Files that root leaves in a user's directory would lock that user out. */
function refuseForeignDirectory(path: string): void {
  if (process.getuid?.() !== 0 || !existsSync(path)) return;
  const owner = statSync(path).uid;
  if (owner === 0) return;
  throw new OperatorError(
    'dataDirectory',
    `the data directory ${path} belongs to user ${owner}: run this as that user, not as root.`,
  );
}

export function checkFreeSpace(path: string, freeBytes: number = statfsBytes(path)): void {
  if (freeBytes >= freeBytesMin) return;
  const megabytes = Math.floor(freeBytes / 1024 / 1024);
  throw new OperatorError(
    'dataDirectory',
    `the disk of ${path} is full: ${megabytes} MiB are free and at least ${freeBytesMin / 1024 / 1024} MiB are needed; make room or set WAYPOST_DATA_DIR to another place.`,
  );
}

/** Refuses data that another engine wrote before that engine's files are touched; an engine that is not used is not asked. */
export function checkEngineVersions(directory: DataDirectory, engines: EngineVersions): void {
  refuseOtherEngines(directory, engines);
  const marker = readMarker(directory);
  const { clickhouseVersion } = engines;
  const next: Marker = {
    ...marker,
    layout: layoutVersion,
    ...(clickhouseVersion === undefined ? {} : { clickhouseVersion }),
  };
  if (JSON.stringify(marker) !== JSON.stringify(next)) writeJsonFile(markerPath(directory), next);
}

/** Where the traffic of this directory is kept; undefined where none was ever begun. */
export function readTrafficStore(directory: DataDirectory): TrafficStoreName | undefined {
  const marker = readMarker(directory);
  // Before there was a choice, an engine of its own was all there was.
  return marker?.trafficStore ?? (marker?.clickhouseVersion === undefined ? undefined : 'clickhouse');
}

/** From now on it is kept there: what is recorded in two places would be in reports by halves. */
export function noteTrafficStore(directory: DataDirectory, trafficStore: TrafficStoreName): void {
  const marker: Marker = { layout: layoutVersion, ...readMarker(directory), trafficStore };
  writeJsonFile(markerPath(directory), marker);
}

/** The same without noting anything. */
export function refuseOtherEngines(directory: DataDirectory, engines: EngineVersions): void {
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

/** The year and month of a ClickHouse release: `26.7.3-stable.1` is `26.7`, and only that decides about its files. */
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
      `${directory.path} was written by a newer Waypost (layout ${layout}, this one knows ${layoutVersion}); start the newer version again or restore a backup into another directory. Nothing was changed.`,
    );
  }
}

function readMarker(directory: DataDirectory): Marker | undefined {
  try {
    const content = readJsonFile(markerPath(directory));
    return content === undefined ? undefined : parseMarker(content);
  } catch (error) {
    if (systemCode(error) !== undefined) throw explainFailure(directory.path, error);
    const message = `${markerPath(directory)} is damaged: restore it from a backup.`;
    throw new OperatorError('dataDirectory', message, { cause: error });
  }
}

/** By hand: the supervisor needs no other schema, and the library for them would be a tenth of its memory. */
function parseMarker(content: unknown): Marker {
  const { layout, clickhouseVersion, trafficStore } = content as { [Name in keyof Marker]: unknown };
  if (typeof layout !== 'number' || !Number.isSafeInteger(layout)) throw new Error('it names no layout');
  const marker: Marker = { layout };
  if (clickhouseVersion !== undefined) {
    if (typeof clickhouseVersion !== 'string' || !/^\d+\.\d+/.test(clickhouseVersion))
      throw new Error('it names no version of ClickHouse');
    marker.clickhouseVersion = clickhouseVersion;
  }
  if (trafficStore !== undefined) {
    const known = trafficStores.find((store) => store === trafficStore);
    if (known === undefined) throw new Error('it names no store of traffic');
    marker.trafficStore = known;
  }
  return marker;
}

function markerPath(directory: DataDirectory): string {
  return join(directory.path, 'waypost.json');
}

function engineMismatch(
  directory: DataDirectory,
  engine: string,
  written: string,
  ours: string,
): OperatorError {
  return new OperatorError(
    'dataDirectory',
    `${directory.path} was written by ${engine} ${written} and this Waypost brings ${engine} ${ours}; start the Waypost version that wrote it, ` +
      `move the data to an external ${engine}, and set its URL. Nothing was changed.`,
  );
}

function statfsBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function explainFailure(path: string, error: unknown): OperatorError {
  const reasons: Record<string, string> = {
    EACCES: `cannot write to the data directory ${path}: ${ownerHint(path)}`,
    EPERM: `cannot write to the data directory ${path}: ${ownerHint(path)}`,
    EROFS: `the data directory ${path} lies on a read-only file system; set WAYPOST_DATA_DIR to another place.`,
    ENOSPC: `the disk of ${path} is full; make room or set WAYPOST_DATA_DIR to another place.`,
    EDQUOT: `the disk quota for ${path} is used up; make room or set WAYPOST_DATA_DIR to another place.`,
    ENOTDIR: `the data directory ${path} cannot be made: a part of its path is a file.`,
    EEXIST: `the data directory ${path} cannot be made: a file has that name.`,
  };
  const message =
    reasons[systemCode(error) ?? ''] ?? `the data directory ${path} cannot be used: ${describeError(error)}.`;
  return new OperatorError('dataDirectory', message, { cause: error });
}

function ownerHint(path: string): string {
  const user = process.getuid?.();
  try {
    const owner = statSync(path).uid;
    if (owner === user) return `its mode forbids it; allow its owner to write, or set WAYPOST_DATA_DIR.`;
    return `it belongs to user ${owner} and Waypost runs as user ${user}; change its owner or set WAYPOST_DATA_DIR.`;
  } catch {
    return `Waypost runs as user ${user}, which may not create it; create it for that user or set WAYPOST_DATA_DIR.`;
  }
}

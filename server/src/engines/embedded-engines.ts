import { join } from 'node:path';
import { findFreePort } from '../platform/free-port.ts';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { SupervisedProcess } from '../platform/supervised-process.ts';
import { watchProcess } from '../platform/watch-process.ts';
import type { Logger } from '../platform/logger.ts';
import { findPostgresBinaries, getClickHouseLibrary } from './binaries.ts';
import { clickhouseUrl, startClickHouse } from './clickhouse/start.ts';
import { checkEngineVersions, checkFreeSpace, type DataDirectory } from './data-directory.ts';
import type { RunningEngine } from './engine.ts';
import { recordRestart } from './restart-log.ts';
import { postgresUrl, startPostgres } from './postgres/start.ts';

type EnginePasswords = { postgresSuperuser: string; postgres: string; clickhouse: string };
export type EngineUrls = { postgres?: string; clickhouse?: string };
export type EmbeddedEngines = {
  urls: EngineUrls;
  processes: SupervisedProcess<RunningEngine>[];
  stop: () => Promise<void>;
};
/** Engines that have ports but are not running yet, so that edges can start before the engines. */
type PreparedEngines = { urls: EngineUrls; start: () => Promise<EmbeddedEngines> };

type EngineOptions = {
  directory: DataDirectory;
  passwords: EnginePasswords;
  wanted: { postgres: boolean; clickhouse: boolean };
  logger: Logger;
};

type EngineName = 'postgres' | 'clickhouse';
type PreparedEngine = { url: string; start: () => Promise<RunningEngine> };
type EngineStarts = { [Name in EngineName]?: PreparedEngine };

const loopback = '127.0.0.1';

/** Starts and supervises the wanted engines. The caller must hold the data directory's lock. */
export async function startEmbeddedEngines(options: EngineOptions): Promise<EmbeddedEngines> {
  return await (await prepareEmbeddedEngines(options)).start();
}

/** Chooses the ports of the wanted engines. The caller must hold the data directory's lock. */
export async function prepareEmbeddedEngines(options: EngineOptions): Promise<PreparedEngines> {
  const { directory, wanted } = options;
  if (!wanted.postgres && !wanted.clickhouse)
    return { urls: {}, start: async () => ({ urls: {}, ...(await startEngines({}, options)) }) };
  checkFreeSpace(directory.path);
  const { postgres, clickhouse } = await prepareStarts(options);
  const urls = {
    ...(postgres === undefined ? {} : { postgres: postgres.url }),
    ...(clickhouse === undefined ? {} : { clickhouse: clickhouse.url }),
  };
  const start = async () => ({ urls, ...(await startEngines({ postgres, clickhouse }, options)) });
  return { urls, start };
}

async function startEngines(
  engines: Partial<Record<EngineName, PreparedEngine | undefined>>,
  options: EngineOptions,
): Promise<Omit<EmbeddedEngines, 'urls'>> {
  const processes: SupervisedProcess<RunningEngine>[] = [];
  const supervise = async (name: EngineName) => {
    const prepared = engines[name];
    if (prepared === undefined) return;
    const startWatched = async () => {
      const engine = await prepared.start();
      watchProcess(name, engine, options.logger);
      return engine;
    };
    const onEnd = (why: string) => recordRestart(options.directory, name, why);
    const supervised = new SupervisedProcess({ name, start: startWatched, logger: options.logger, onEnd });
    await supervised.start();
    processes.push(supervised);
  };
  const stop = async () => {
    await Promise.all(processes.map((process) => process.stop()));
  };
  const outcomes = await Promise.allSettled([supervise('postgres'), supervise('clickhouse')]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { processes, stop };
}

async function prepareStarts({ directory, passwords, wanted }: EngineOptions): Promise<EngineStarts> {
  const binaries = wanted.postgres ? findPostgresBinaries() : undefined;
  const library = wanted.clickhouse ? getClickHouseLibrary() : undefined;
  checkEngineVersions(directory, {
    ...(binaries === undefined ? {} : { postgresMajor: binaries.major }),
    ...(library === undefined ? {} : { clickhouseVersion: library.version }),
  });
  const ports = await choosePorts(directory, wanted);
  const starts: EngineStarts = {};
  if (binaries !== undefined) {
    const roles = { superuser: passwords.postgresSuperuser, application: passwords.postgres };
    const options = {
      cluster: directory.postgres,
      port: ports.postgres,
      binaries,
      passwords: roles,
      storesTraffic: !wanted.clickhouse,
    };
    starts.postgres = {
      url: postgresUrl(ports.postgres, passwords.postgres),
      start: () => startPostgres(options),
    };
  }
  if (library !== undefined) {
    const folders = { data: directory.clickhouse, config: directory.clickhouseConfig, run: directory.run };
    const options = { ...folders, port: ports.clickhouse, library, password: passwords.clickhouse };
    starts.clickhouse = {
      url: clickhouseUrl(ports.clickhouse, passwords.clickhouse),
      start: () => startClickHouse(options),
    };
  }
  return starts;
}

type EnginePorts = { postgres: number; clickhouse: number };

// Reuses the ports of the last run if they are free, so that psql sessions and scripts keep working. Keeps the port of an
// engine that is not wanted, because it may be running already.
async function choosePorts(
  directory: DataDirectory,
  wanted: Record<EngineName, boolean>,
): Promise<EnginePorts> {
  const last = readPorts(directory);
  const choose = async (name: EngineName) =>
    !wanted[name] && last !== undefined ? last[name] : await findFreePort(loopback, last?.[name]);
  const postgres = await choose('postgres');
  const clickhouse = await choose('clickhouse');
  writeJsonFile(portsFile(directory), { postgres, clickhouse });
  return { postgres, clickhouse };
}

export function readEngineUrls(
  directory: DataDirectory,
  passwords: EnginePasswords,
): Required<EngineUrls> | undefined {
  const ports = readPorts(directory);
  if (ports === undefined) return undefined;
  return {
    postgres: postgresUrl(ports.postgres, passwords.postgres),
    clickhouse: clickhouseUrl(ports.clickhouse, passwords.clickhouse),
  };
}

function readPorts(directory: DataDirectory): EnginePorts | undefined {
  return readRunFile(portsFile(directory)) as EnginePorts | undefined;
}

function portsFile(directory: DataDirectory): string {
  return join(directory.run, 'engine-ports.json');
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunFile, writeJsonFile } from '../../platform/json-file.ts';
import {
  identifyProcess,
  signalProcess,
  waitForExit,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';
import type { ClickHouseLibrary } from '../binaries.ts';
import type { RunningEngine } from '../engine.ts';
import { spawnGuarded } from '../guarded-process.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { isSameRelease } from './probe-library.ts';
import { clickhouseUser, writeClickHouseConfig, type LocalCluster } from './settings.ts';

type ClickHouseOptions = {
  data: string;
  config: string;
  run: string;
  port: number;
  library: ClickHouseLibrary;
  password: string;
  cluster?: LocalCluster & { ownTcpPort: number };
};

const host = '127.0.0.1';
const leftoverStopMs = 5_000;
// The engine exits as soon as its pipe is closed. An engine that is still running after this time must be frozen, and
// is killed.
const gracefulStopMs = 2_000;
const childFile = fileURLToPath(new URL('child.ts', import.meta.url));

export async function startClickHouse(options: ClickHouseOptions): Promise<RunningEngine> {
  const runFile = join(options.run, 'clickhouse.json');
  await stopLeftover(runFile);
  mkdirSync(options.data, { recursive: true, mode: 0o700 });
  const configFile = writeClickHouseConfig(options.config, options.password, options.cluster);
  const engineArguments = [
    `--config-file=${configFile}`,
    `--path=${options.data}`,
    `--http_port=${options.port}`,
    `--listen_host=${host}`,
    ...(options.cluster === undefined ? [] : [`--tcp_port=${options.cluster.ownTcpPort}`]),
  ];
  const server = await spawnGuarded(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', childFile, options.library.path, ...engineArguments],
    {
      cwd: options.data,
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    },
  );
  const stop = async () => {
    server.closePipe();
    const timer = setTimeout(() => server.child.kill('SIGKILL'), gracefulStopMs);
    await server.exited;
    clearTimeout(timer);
  };
  try {
    writeJsonFile(runFile, identifyProcess(server.pid) ?? null);
    await waitUntilReady('ClickHouse', server, () => isResponding(options.port, options.password));
    await requireRelease(options);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: clickhouseUrl(options.port, options.password),
    pid: server.pid,
    exited: server.exited,
    stop,
    kill: () => void server.child.kill('SIGKILL'),
    isResponding: () => isResponding(options.port, options.password),
  };
}

export function clickhouseUrl(port: number, password: string): string {
  return `http://${clickhouseUser}:${password}@${host}:${port}/waypost`;
}

async function stopLeftover(runFile: string): Promise<void> {
  const identity = readRunFile(runFile) as ProcessIdentity | null | undefined;
  if (identity === undefined || identity === null) return;
  if (await waitForExit(identity, 500)) return;
  signalProcess(identity, 'SIGKILL');
  await waitForExit(identity, leftoverStopMs);
}

// Checks the version of the running engine, because the package version may be wrong.
async function requireRelease({ port, password, library }: ClickHouseOptions): Promise<void> {
  const actual = (await readVersion(port, password)) ?? '';
  if (isSameRelease(actual, library.version)) return;
  throw new OperatorError(
    'engineUnavailable',
    `The ClickHouse library has version ${actual || 'unknown'}, but its package has version ${library.version}. Run npm ci and start again.`,
  );
}

async function isResponding(port: number, password: string): Promise<boolean> {
  return (await readVersion(port, password)) !== undefined;
}

// Sends the password, so that another server on the same port is not mistaken for this one.
async function readVersion(port: number, password: string): Promise<string | undefined> {
  try {
    const headers = { 'x-clickhouse-user': clickhouseUser, 'x-clickhouse-key': password };
    const response = await fetch(`http://${host}:${port}/?query=SELECT+version()`, {
      headers,
      signal: AbortSignal.timeout(2_000),
    });
    const text = await response.text();
    return response.ok ? text.trim() : undefined;
  } catch {
    return undefined;
  }
}

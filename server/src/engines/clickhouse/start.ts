import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunFile, writeJsonFile } from '../../platform/json-file.ts';
import {
  identifyProcess,
  signalProcess,
  waitUntilGone,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';
import type { ClickHouseLibrary } from '../binaries.ts';
import type { RunningEngine } from '../engine.ts';
import { spawnGuarded } from '../guarded-process.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { isSameRelease } from './probe-library.ts';
import { clickhouseUser, writeClickHouseConfig } from './settings.ts';

type ClickHouseOptions = {
  data: string;
  config: string;
  run: string;
  port: number;
  library: ClickHouseLibrary;
  password: string;
};

const host = '127.0.0.1';
const leftoverStopMs = 5_000;
// The engine ends itself as soon as its pipe is closed; one that has not by then is frozen, and is killed.
const orderlyStopMs = 2_000;
const childFile = fileURLToPath(new URL('child.ts', import.meta.url));

export async function startClickHouse(options: ClickHouseOptions): Promise<RunningEngine> {
  const runFile = join(options.run, 'clickhouse.json');
  await stopLeftover(runFile);
  mkdirSync(options.data, { recursive: true, mode: 0o700 });
  const configFile = writeClickHouseConfig(options.config, options.password);
  const engineArguments = [
    `--config-file=${configFile}`,
    `--path=${options.data}`,
    `--http_port=${options.port}`,
    `--listen_host=${host}`,
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
    server.letGo();
    const timer = setTimeout(() => server.child.kill('SIGKILL'), orderlyStopMs);
    await server.exited;
    clearTimeout(timer);
  };
  try {
    writeJsonFile(runFile, identifyProcess(server.pid) ?? null);
    await waitUntilReady('ClickHouse', server, () => answers(options.port, options.password));
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
    answers: () => answers(options.port, options.password),
  };
}

export function clickhouseUrl(port: number, password: string): string {
  return `http://${clickhouseUser}:${password}@${host}:${port}/waypost`;
}

/** An engine whose owner is gone ends by itself; this waits for it, and helps where it does not. */
async function stopLeftover(runFile: string): Promise<void> {
  const identity = readRunFile(runFile) as ProcessIdentity | null | undefined;
  if (identity === undefined || identity === null) return;
  if (await waitUntilGone(identity, 500)) return;
  signalProcess(identity, 'SIGKILL');
  await waitUntilGone(identity, leftoverStopMs);
}

/** A package is not the proof of what is in it: the engine itself says what runs. */
async function requireRelease({ port, password, library }: ClickHouseOptions): Promise<void> {
  const said = (await ask(port, password)) ?? '';
  if (isSameRelease(said, library.version)) return;
  throw new OperatorError(
    'engineUnavailable',
    `the ClickHouse library says that it is ${said || 'nothing'}, and its package says ${library.version}: run npm ci, then start again.`,
  );
}

async function answers(port: number, password: string): Promise<boolean> {
  return (await ask(port, password)) !== undefined;
}

/** Its version. Asked with the password, so that a stranger's server on the same port does not count as ours. */
async function ask(port: number, password: string): Promise<string | undefined> {
  try {
    const headers = { 'x-clickhouse-user': clickhouseUser, 'x-clickhouse-key': password };
    const response = await fetch(`http://${host}:${port}/?query=SELECT+version()`, {
      headers,
      signal: AbortSignal.timeout(2_000),
    });
    const said = await response.text();
    return response.ok ? said.trim() : undefined;
  } catch {
    return undefined;
  }
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { storeEnvironment } from '../machine.ts';
import { shareGeoTables } from './geo-tables.ts';
import { takePort } from './own-ports.ts';
import { makePreparedDirectory } from './prepared-directory.ts';
import { shardEnvironment } from './shard-environment.ts';

export const command = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'waypost.mjs');

export type Launch = {
  dataDirectory?: string;
  environment?: Record<string, string>;
  uid?: number;
  args?: string[];
  ownGroup?: boolean;
  /** Node executable that starts the command. The command then starts the bundled Node as a child process. */
  runtime?: string;
  // The command of another checkout.
  command?: string;
  /** True to build the GeoIP tables as an ordinary installation does, instead of using the suite's tables. */
  ownGeoTables?: boolean;
};

export type Product = {
  dataDirectory: string;
  environment: NodeJS.ProcessEnv;
  process: ChildProcess;
  urls: { panel: string; edge: string; status: string };
  output: () => string;
  exited: Promise<number | null>;
  stop: () => Promise<number | null>;
};

export type CommandResult = { code: number | null; stdout: string; stderr: string };

export function removeDataDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Returns the current environment with separate ports and without the user's Waypost settings. */
export function productEnvironment(
  dataDirectory: string,
  extra: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:WAYPOST_|npm_|NODE_OPTIONS|VITEST)/.test(name)),
  );
  return {
    ...clean,
    WAYPOST_DATA_DIR: dataDirectory,
    WAYPOST_PORT: String(takePort()),
    WAYPOST_EDGE_PORT: String(takePort()),
    WAYPOST_METRICS_PORT: String(takePort()),
    WAYPOST_LOG_FORMAT: 'json',
    // A standby edge would slow down every start. Tests that need it turn it on.
    WAYPOST_EDGE_STANDBY: 'off',
    ...storeEnvironment,
    ...extra,
  };
}

export function launch(options: Launch = {}): Omit<Product, 'urls'> {
  const dataDirectory = options.dataDirectory ?? makePreparedDirectory(options.environment);
  const shards = shardEnvironment(dataDirectory, options.environment ?? {});
  const environment = productEnvironment(dataDirectory, { ...shards, ...options.environment });
  if (Object.keys(shards).length > 0) {
    // The prepared directory contains an embedded ClickHouse, which this installation does not use.
    removeDataDirectory(join(dataDirectory, 'clickhouse'));
    runCommand({ environment }, ['migrate']);
  }
  if (options.ownGeoTables !== true) shareGeoTables(join(dataDirectory, 'spool'));
  const child = spawn(
    options.runtime ?? process.execPath,
    [options.command ?? command, 'start', ...(options.args ?? [])],
    {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownGroup === true,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    return await exited;
  };
  return { dataDirectory, environment, process: child, output: () => output, exited, stop };
}

export async function startProduct(options: Launch = {}): Promise<Product> {
  const launched = launch(options);
  let ended = false;
  void launched.exited.then(() => (ended = true));
  const urls = await pollUntil(() => (ended ? null : readUrls(launched.dataDirectory, launched.output())), {
    timeoutMs: hangLimitMs,
    intervalMs: 20,
  });
  if (urls === undefined || urls === null) {
    launched.process.kill('SIGKILL');
    throw new Error(`Waypost did not start:\n${launched.output()}`);
  }
  return { ...launched, urls };
}

export function runCommand(
  product: { environment: NodeJS.ProcessEnv },
  args: string[],
  options: { input?: string; uid?: number } = {},
): CommandResult {
  const result = spawnSync(process.execPath, [command, ...args], {
    env: product.environment,
    encoding: 'utf8',
    input: options.input ?? '',
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

export function lastJson<Result>(result: CommandResult): Result {
  const line = result.stdout.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as Result;
  } catch {
    throw new Error(
      `the command exited with ${result.code} and printed no JSON:\n${result.stdout}\n${result.stderr}`,
    );
  }
}

export function makeToken(
  product: { environment: NodeJS.ProcessEnv },
  scope: 'read' | 'write' = 'read',
): string {
  const [workspace] = lastJson<{ id: string }[]>(runCommand(product, ['workspace', 'list', '--json']));
  const options = [
    '--workspace',
    workspace?.id ?? '',
    '--label',
    'L',
    '--scope',
    scope,
    '--expires',
    '30',
    '--json',
  ];
  return lastJson<{ token: string }>(runCommand(product, ['key', 'create', ...options])).token;
}

// Returns the workspace that the first start creates, and its key with write access. Unlike `makeToken`, this function
// does not run two commands.
export function readFirstWorkspace({ dataDirectory }: Pick<Product, 'dataDirectory'>): {
  workspaceId: string;
  token: string;
} {
  const text = readFileSync(join(dataDirectory, 'first-access.txt'), 'utf8');
  const [, workspaceId, token] = /^Workspace +(\S+)\nAPI key +(\S+)$/m.exec(text) ?? [];
  if (workspaceId === undefined || token === undefined) throw new Error(`unexpected first access: ${text}`);
  return { workspaceId, token };
}

function readUrls(dataDirectory: string, output: string): Product['urls'] | undefined {
  if (!output.includes('Waypost is running.')) return undefined;
  const instance = JSON.parse(readFileSync(join(dataDirectory, 'run', 'instance.json'), 'utf8')) as {
    urls?: Product['urls'];
  };
  return instance.urls;
}

import { closeSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { OperatorError } from '../../platform/operator-error.ts';
import { describeError, systemCode } from '../../platform/errors.ts';
import { identifyProcess, signalProcess, waitUntilGone } from '../../platform/process-identity.ts';
import type { PostgresBinaries } from '../binaries.ts';
import type { RunningEngine } from '../engine.ts';
import { usableMemoryBytes } from '../usable-memory.ts';
import { spawnGuarded, type GuardedProcess } from '../guarded-process.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { choosePostgresAccount, reachableBinaries } from './account.ts';
import { clusterArgument, initializeCluster } from './initialize.ts';
import { readServerPid, stopLeftoverPostgres } from './leftovers.ts';

type PostgresOptions = {
  cluster: string;
  port: number;
  binaries: PostgresBinaries;
  passwords: { superuser: string; application: string };
  /** Whether it is the only engine here, and so may keep the traffic as well. */
  isAlone?: boolean;
};

const host = '127.0.0.1';
const applicationRole = 'waypost';
const orderlyStopMs = 3_000;
const forcedStopMs = 1_000;

// PostgreSQL itself watches no pipe, so a shell stands beside it: when its own input closes, the owner is gone, and it
// asks the server for a fast shutdown. It ends with the server, whichever way that ends.
const guardScript = `
exec 9<&0 </dev/null
"$@" 9<&- & server=$!
{ read -r _ <&9; kill -INT "$server" 2>/dev/null; } & watcher=$!
exec 9<&-
wait "$server"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

export async function startPostgres(options: PostgresOptions): Promise<RunningEngine> {
  const { cluster, port } = options;
  const account = choosePostgresAccount(existsSync(cluster) ? statSync(cluster).uid : undefined);
  const binaries = reachableBinaries(options.binaries, account);
  await stopLeftoverPostgres(cluster);
  initializeCluster({ cluster, binaries, account, superuserPassword: options.passwords.superuser });
  const folder = clusterArgument(cluster, account);
  const server = await spawnGuarded(
    '/bin/sh',
    [
      '-c',
      guardScript,
      'waypost-postgres',
      join(binaries, 'bin', 'postgres'),
      '-D',
      folder.path,
      ...serverArguments(options),
    ],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      inheritedDescriptors: folder.descriptor === undefined ? [] : [folder.descriptor],
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    },
  );
  if (folder.descriptor !== undefined) closeSync(folder.descriptor);
  const stop = () => stopPostgres(server, cluster);
  try {
    await waitUntilReady('PostgreSQL', server, () => answers(superuserUrl(options)));
    await ensureApplicationDatabase(options);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = postgresUrl(port, options.passwords.application);
  const kill = () => killServer(cluster);
  return {
    url,
    pid: server.pid,
    exited: server.exited,
    stop,
    kill,
    answers: () => answers(url).catch(() => false),
  };
}

export function postgresUrl(port: number, password: string): string {
  return `postgres://${applicationRole}:${password}@${host}:${port}/${applicationRole}`;
}

function serverArguments({ port, isAlone = false }: PostgresOptions): string[] {
  const megabytes = Math.floor(usableMemoryBytes() / 1024 / 1024);
  // Configuration and queues are small; traffic is what memory is good for. At rest only what was touched is taken.
  const sharedBuffers = isAlone
    ? Math.min(4_096, Math.max(128, Math.floor(megabytes / 8)))
    : Math.min(1_024, Math.max(128, Math.floor(megabytes / 32)));
  const settings: Record<string, string | number> = {
    listen_addresses: host,
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedBuffers}MB`,
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
    max_wal_size: isAlone ? '2GB' : '512MB',
    max_worker_processes: 4,
    max_parallel_workers: 2,
    autovacuum_max_workers: 2,
    jit: 'off',
    password_encryption: 'scram-sha-256',
    // Seven files, one a weekday, each begun anew after a week: logs that cannot fill the disk.
    logging_collector: 'on',
    log_filename: 'postgres-%u.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_min_messages: 'warning',
    timezone: 'UTC',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function superuserUrl(options: PostgresOptions): string {
  return `postgres://postgres:${options.passwords.superuser}@${host}:${options.port}/postgres`;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (systemCode(error) !== '28P01') return false;
    throw new OperatorError(
      'dataDirectory',
      'the database of this data directory has another password than its secrets.json: restore that file from a backup.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The product works as a role without special powers that owns one database; the superuser only makes the two. */
async function ensureApplicationDatabase(options: PostgresOptions): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(options) });
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole]);
    if (role.rowCount === 0) {
      const password = client.escapeLiteral(options.passwords.application);
      await client.query(
        `CREATE ROLE ${applicationRole} LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD ${password}`,
      );
    }
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [applicationRole]);
    if (database.rowCount === 0)
      await client.query(`CREATE DATABASE ${applicationRole} OWNER ${applicationRole}`);
  } catch (error) {
    throw new OperatorError(
      'engineUnavailable',
      `the database could not be set up: ${describeError(error)}`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

function killServer(cluster: string): void {
  const identity = identifyProcess(readServerPid(cluster) ?? 0);
  if (identity !== undefined) signalProcess(identity, 'SIGKILL');
}

/** First in order, then at once, then by the kernel: a frozen server must not hold up the stop of everything else. */
async function stopPostgres(server: GuardedProcess, cluster: string): Promise<void> {
  const pid = readServerPid(cluster);
  const identity = pid === undefined ? undefined : identifyProcess(pid);
  server.letGo();
  if (identity !== undefined && !(await waitUntilGone(identity, orderlyStopMs))) {
    signalProcess(identity, 'SIGQUIT');
    if (!(await waitUntilGone(identity, forcedStopMs))) signalProcess(identity, 'SIGKILL');
  }
  await server.exited;
}

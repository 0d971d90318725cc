import { closeSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { OperatorError } from '../../platform/operator-error.ts';
import { describeError, systemCode } from '../../platform/errors.ts';
import { identifyProcess, signalProcess, waitForExit } from '../../platform/process-identity.ts';
import type { PostgresBinaries } from '../binaries.ts';
import type { RunningEngine } from '../engine.ts';
import { usableMemoryBytes } from '../usable-memory.ts';
import { spawnGuarded, type GuardedProcess } from '../guarded-process.ts';
import { waitUntilReady } from '../wait-until-ready.ts';
import { choosePostgresAccount, accessibleBinaries } from './account.ts';
import { clusterArgument, initializeCluster } from './initialize.ts';
import { readServerPid, stopLeftoverPostgres } from './leftovers.ts';

type PostgresOptions = {
  cluster: string;
  port: number;
  binaries: PostgresBinaries;
  passwords: { superuser: string; application: string };
  // True if traffic is also stored in PostgreSQL, which needs higher memory settings.
  storesTraffic?: boolean;
};

const host = '127.0.0.1';
const applicationRole = 'waypost';
const gracefulStopMs = 3_000;
const forcedStopMs = 1_000;

// PostgreSQL does not watch a pipe, so a shell watches it: when the shell's standard input closes, the parent is gone
// and the shell requests a fast shutdown. The shell exits together with the server.
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
  const binaries = accessibleBinaries(options.binaries, account);
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
    await waitUntilReady('PostgreSQL', server, () => isResponding(superuserUrl(options)));
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
    isResponding: () => isResponding(url).catch(() => false),
  };
}

export function postgresUrl(port: number, password: string): string {
  return `postgres://${applicationRole}:${password}@${host}:${port}/${applicationRole}`;
}

function serverArguments({ port, storesTraffic = false }: PostgresOptions): string[] {
  const megabytes = Math.floor(usableMemoryBytes() / 1024 / 1024);
  // Configuration and queues need little memory, but queries on traffic benefit from more. Unused shared buffers take
  // up no memory.
  const sharedBuffers = storesTraffic
    ? Math.min(4_096, Math.max(128, Math.floor(megabytes / 8)))
    : Math.min(1_024, Math.max(128, Math.floor(megabytes / 32)));
  const settings: Record<string, string | number> = {
    listen_addresses: host,
    port,
    unix_socket_directories: '',
    shared_buffers: `${sharedBuffers}MB`,
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
    max_wal_size: storesTraffic ? '2GB' : '512MB',
    max_worker_processes: 4,
    max_parallel_workers: 2,
    autovacuum_max_workers: 2,
    jit: 'off',
    password_encryption: 'scram-sha-256',
    // There is one log file per weekday, overwritten after a week, so that logs cannot fill the disk.
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

async function isResponding(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (systemCode(error) !== '28P01') return false;
    throw new OperatorError(
      'dataDirectory',
      'The password in secrets.json does not match the database in this data directory. Restore secrets.json from a backup.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

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
    throw new OperatorError('engineUnavailable', `Failed to set up the database: ${describeError(error)}`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}

function killServer(cluster: string): void {
  const identity = identifyProcess(readServerPid(cluster) ?? 0);
  if (identity !== undefined) signalProcess(identity, 'SIGKILL');
}

// Escalates from a fast shutdown to an immediate one and then to SIGKILL, so that a frozen server cannot delay the
// shutdown.
async function stopPostgres(server: GuardedProcess, cluster: string): Promise<void> {
  const pid = readServerPid(cluster);
  const identity = pid === undefined ? undefined : identifyProcess(pid);
  server.closePipe();
  if (identity !== undefined && !(await waitForExit(identity, gracefulStopMs))) {
    signalProcess(identity, 'SIGQUIT');
    if (!(await waitForExit(identity, forcedStopMs))) signalProcess(identity, 'SIGKILL');
  }
  await server.exited;
}

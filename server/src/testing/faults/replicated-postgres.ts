import {
  appendFileSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgresBinaries } from '../../engines/binaries.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import { postgresUrl, startPostgres } from '../../engines/postgres/start.ts';
import { systemCode } from '../../platform/errors.ts';
import { takePort } from '../product/own-ports.ts';
import { removeDataDirectory } from '../product/product.ts';
import { waitUntil } from '../wait-until.ts';

export type ReplicatedPostgres = {
  // URL with both hosts. The first primary comes first.
  url: string;
  // URL of the primary alone.
  primaryUrl: () => string;
  killPrimary: () => Promise<void>;
  promoteStandby: () => Promise<void>;
  // Replaces the killed server with a standby of the promoted one, at the same address.
  addStandby: () => Promise<void>;
  stop: () => Promise<void>;
};

const passwords = { superuser: 'superuser', application: 'application' };

// Starts a primary and a standby with streaming replication. Commits wait for the standby.
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-replicated-'));
  const binaries = findPostgresBinaries();
  const addServer = () => ({ cluster: mkdtempSync(join(directory, 'server-')), port: takePort() });
  let primary = addServer();
  let standby = addServer();
  const running = new Map<number, RunningEngine>();
  const start = async (server: typeof primary) =>
    void running.set(server.port, await startPostgres({ ...server, binaries, passwords }));
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const addStandby = async () => {
    await onServer(primary.port, (client) => copyRunningServer(client, primary.cluster, standby.cluster));
    const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${passwords.superuser}`;
    appendFileSync(join(standby.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await start(standby);
    await onServer(primary.port, waitForStandby);
  };
  rmSync(primary.cluster, { recursive: true });
  await start(primary);
  await addStandby();
  return {
    url: `postgresql://waypost:${passwords.application}@${hosts}/waypost?target_session_attrs=read-write`,
    primaryUrl: () => postgresUrl(primary.port, passwords.application),
    killPrimary: async () => {
      running.get(primary.port)?.kill();
      await running.get(primary.port)?.exited;
    },
    promoteStandby: async () => {
      await onServer(standby.port, async (client) => {
        await client.query('SELECT pg_promote()');
        // Until there is a standby again, commits would wait forever.
        await client.query('ALTER SYSTEM RESET synchronous_standby_names');
        await client.query('SELECT pg_reload_conf()');
      });
      [primary, standby] = [standby, primary];
    },
    addStandby,
    stop: async () => {
      await Promise.all([...running.values()].map((server) => server.stop()));
      removeDataDirectory(directory);
    },
  };
}

// Makes a base backup, because the npm package of PostgreSQL contains no pg_basebackup.
async function copyRunningServer(client: Client, from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  await client.query(`SELECT pg_backup_start('standby', true)`);
  copyFiles(from, to, (name) => name !== 'pg_wal' && name !== 'postmaster.pid');
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  copyFiles(join(from, 'pg_wal'), join(to, 'pg_wal'));
  writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(to, 'standby.signal'), '');
  const { uid, gid } = lstatSync(from);
  changeOwner(to, uid, gid);
}

// Skips files that the server deletes in the meantime.
function copyFiles(from: string, to: string, isCopied: (name: string) => boolean = () => true): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from, preserveTimestamps: true });
  for (const name of readdirSync(from).filter(isCopied)) {
    const [source, target] = [join(from, name), join(to, name)];
    try {
      if (lstatSync(source).isDirectory()) copyFiles(source, target);
      else cpSync(source, target);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
}

function changeOwner(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(join(path, name), uid, gid);
}

async function waitForStandby(client: Client): Promise<void> {
  const isConnected = async () =>
    (await client.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`)).rowCount === 1;
  await waitUntil(isConnected);
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await client.query('SELECT pg_reload_conf()');
  await waitUntil(
    async () =>
      (await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).rowCount === 1,
  );
}

async function onServer(port: number, work: (client: Client) => Promise<void>): Promise<void> {
  const url = new URL(postgresUrl(port, passwords.superuser));
  url.username = 'postgres';
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import { writePrivateFile } from '../../platform/json-file.ts';
import type { PostgresAccount } from './account.ts';

/**
 * Initializes the cluster in a temporary folder and then renames the folder, so that a crash never leaves a broken
 * cluster.
 */
export function initializeCluster(options: {
  cluster: string;
  binaries: string;
  account: PostgresAccount;
  superuserPassword: string;
}): void {
  const { cluster, account } = options;
  if (existsSync(cluster)) return;
  const partial = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  writePrivateFile(passwordFile, options.superuserPassword);
  if (account !== undefined) {
    chownSync(partial, account.initUid, account.initGid);
    chownSync(passwordFile, account.initUid, account.initGid);
  }
  try {
    runInitdb({ ...options, partial, passwordFile });
  } finally {
    rmSync(passwordFile);
  }
  if (account !== undefined) changeOwner(partial, account.uid, account.gid);
  chmodSync(partial, 0o700);
  renameSync(partial, cluster);
}

/**
 * Passes the cluster as a file descriptor under /proc if Waypost runs as root, because PostgreSQL's user may not be
 * allowed to traverse the data directory and its parents.
 */
export function clusterArgument(
  cluster: string,
  account: PostgresAccount,
): { path: string; descriptor?: number } {
  if (account === undefined) return { path: cluster };
  return {
    path: '/proc/self/fd/3',
    descriptor: openSync(cluster, constants.O_RDONLY | constants.O_DIRECTORY),
  };
}

function runInitdb(options: {
  binaries: string;
  account: PostgresAccount;
  partial: string;
  passwordFile: string;
}): void {
  const { account } = options;
  const folder = clusterArgument(options.partial, account);
  const password = openSync(options.passwordFile, 'r');
  const settings = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--pwfile=/dev/fd/4',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ];
  const result = spawnSync(join(options.binaries, 'bin', 'initdb'), ['-D', folder.path, ...settings], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', folder.descriptor ?? 'ignore', password],
    ...(account === undefined ? {} : { uid: account.initUid, gid: account.initGid }),
  });
  closeSync(password);
  if (folder.descriptor !== undefined) closeSync(folder.descriptor);
  if (result.status === 0) return;
  const reason = (result.error?.message ?? result.stderr).trim().split('\n').slice(-3).join(' | ');
  if (/no space left|disk full/i.test(reason)) {
    throw new OperatorError(
      'dataDirectory',
      `Failed to initialize PostgreSQL because the disk that contains ${options.partial} is full. Free some space, or set WAYPOST_DATA_DIR to another disk.`,
    );
  }
  if (/could not look up effective user ID/.test(reason)) {
    throw new OperatorError(
      'unsupportedPlatform',
      `Failed to initialize PostgreSQL because user ID ${process.getuid?.()} has no account on this machine. Run Waypost as a user with an account, or set WAYPOST_DATABASE_URL.`,
    );
  }
  throw new OperatorError('engineUnavailable', `Failed to initialize PostgreSQL: ${reason}`);
}

function changeOwner(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(join(path, name), uid, gid);
}

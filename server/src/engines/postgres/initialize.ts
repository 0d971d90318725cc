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

/** Makes a new cluster beside its final place and moves it there whole: a crash half way leaves none, not a broken one. */
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
  if (account !== undefined) giveTo(partial, account.uid, account.gid);
  chmodSync(partial, 0o700);
  renameSync(partial, cluster);
}

/**
 * As root the account may not pass the folders above the cluster (the data directory is closed to others, and so may
 * be its parents). A descriptor opened here and named through /proc is a door straight into the folder.
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
      `the disk of ${options.partial} is full: PostgreSQL could not be initialized; make room or set WAYPOST_DATA_DIR to another place.`,
    );
  }
  if (/could not look up effective user ID/.test(reason)) {
    throw new OperatorError(
      'unsupportedPlatform',
      `PostgreSQL cannot be initialized by a user without an account, and user ${process.getuid?.()} has none on this machine: run Waypost as a user with one, or set WAYPOST_DATABASE_URL.`,
    );
  }
  throw new OperatorError('engineUnavailable', `PostgreSQL could not be initialized: ${reason}`);
}

function giveTo(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid);
}

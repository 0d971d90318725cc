import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import type { PostgresBinaries } from '../binaries.ts';

/**
 * User that PostgreSQL runs as; undefined for the current user. PostgreSQL refuses to run as root. If Waypost runs as
 * root, it uses a user ID that has no account on this machine: no user is added to the system, and no other program
 * shares the ID.
 */
export type PostgresAccount = { uid: number; gid: number; initUid: number; initGid: number } | undefined;

const firstUid = 61_007;
const copiesRoot = '/var/lib/waypost';

export function choosePostgresAccount(existingOwner: number | undefined): PostgresAccount {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new OperatorError(
      'unsupportedPlatform',
      'PostgreSQL cannot run as root on this platform. Start Waypost as another user, or set WAYPOST_DATABASE_URL.',
    );
  }
  if (existingOwner === 0) {
    throw new OperatorError(
      'dataDirectory',
      'The folder postgres in the data directory belongs to root, but PostgreSQL cannot run as root. Change the owner back to the previous user ID, or restore a backup.',
    );
  }
  const accounts = readAccounts();
  // initdb requires a user with an account name. The ownership of the files is changed before the server starts.
  const nobody = accounts.find((account) => account.name === 'nobody');
  if (nobody === undefined) {
    throw new OperatorError(
      'unsupportedPlatform',
      'PostgreSQL cannot be initialized as root because there is no user "nobody". Start Waypost as another user, or set WAYPOST_DATABASE_URL.',
    );
  }
  const taken = new Set(accounts.map((account) => account.uid));
  let free = firstUid;
  while (taken.has(free)) free += 1;
  const uid = existingOwner ?? free;
  return { uid, gid: uid, initUid: nobody.uid, initGid: nobody.gid };
}

export function accessibleBinaries(binaries: PostgresBinaries, account: PostgresAccount): string {
  if (account === undefined || isReachableByOthers(binaries.root)) return binaries.root;
  const copy = join(copiesRoot, `postgres-${binaries.version}`);
  if (existsSync(copy) && isReachableByOthers(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(copiesRoot, { recursive: true });
  chmodSync(copiesRoot, 0o755);
  rmSync(copy, { recursive: true, force: true });
  rmSync(partial, { recursive: true, force: true });
  cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
  allowReading(partial);
  renameSync(partial, copy);
  return copy;
}

function allowReading(path: string): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  chmodSync(path, status.isDirectory() || (status.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (!status.isDirectory()) return;
  for (const name of readdirSync(path)) allowReading(join(path, name));
}

export function isReachableByOthers(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.includes(':'));
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

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
 * Who PostgreSQL runs as. It refuses to run as root, so as root it gets a user number of its own that no account of
 * this machine has: nothing is added to the system's list of users, and no program of another kind shares it.
 */
export type PostgresAccount = { uid: number; gid: number; initUid: number; initGid: number } | undefined;

const firstUid = 61_007;
const copiesRoot = '/var/lib/waypost';

export function choosePostgresAccount(existingOwner: number | undefined): PostgresAccount {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new OperatorError(
      'unsupportedPlatform',
      'PostgreSQL cannot run as root here: start Waypost as an ordinary user, or set WAYPOST_DATABASE_URL.',
    );
  }
  if (existingOwner === 0) {
    throw new OperatorError(
      'dataDirectory',
      'the folder postgres of the data directory belongs to root, and PostgreSQL cannot run as root: give the folder back to the user number it had, or restore a backup.',
    );
  }
  const accounts = readAccounts();
  // initdb insists on an account with a name; the files change hands before the server first runs.
  const nobody = accounts.find((account) => account.name === 'nobody');
  if (nobody === undefined) {
    throw new OperatorError(
      'unsupportedPlatform',
      'no account named nobody exists to initialize PostgreSQL with: start Waypost as an ordinary user, or set WAYPOST_DATABASE_URL.',
    );
  }
  const taken = new Set(accounts.map((account) => account.uid));
  let free = firstUid;
  while (taken.has(free)) free += 1;
  const uid = existingOwner ?? free;
  return { uid, gid: uid, initUid: nobody.uid, initGid: nobody.gid };
}

/** The binaries themselves where the account can reach them, else a copy that it can read and only root can change. */
export function reachableBinaries(binaries: PostgresBinaries, account: PostgresAccount): string {
  if (account === undefined || isReachableByOthers(binaries.root)) return binaries.root;
  const copy = join(copiesRoot, `postgres-${binaries.version}`);
  if (existsSync(copy) && isReachableByOthers(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(copiesRoot, { recursive: true });
  chmodSync(copiesRoot, 0o755);
  rmSync(copy, { recursive: true, force: true });
  rmSync(partial, { recursive: true, force: true });
  cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
  openToOthers(partial);
  renameSync(partial, copy);
  return copy;
}

/** Whatever mask the files were made with: everybody may read and run them, only the owner change them. */
function openToOthers(path: string): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  chmodSync(path, status.isDirectory() || (status.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (!status.isDirectory()) return;
  for (const name of readdirSync(path)) openToOthers(join(path, name));
}

/** Whether a stranger's account can pass through every folder down to this one. */
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

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** What a data directory keeps to itself: passwords of its engines, and keys where none were given. */
export type Secrets = {
  postgresSuperuser: string;
  postgres: string;
  clickhouse: string;
  session: string;
  cookie: string;
};

const names = ['postgresSuperuser', 'postgres', 'clickhouse', 'session', 'cookie'] as const;

/** Reads the secrets of a data directory, making those that are missing. Call it under the directory's lock. */
export function ensureSecrets(directory: string): Secrets {
  const found = readSecrets(directory) ?? {};
  requireSecretsOfCluster(directory);
  const missing = names.filter((name) => found[name] === undefined);
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64url')]));
  const complete = { ...found, ...made } as Secrets;
  if (missing.length > 0) writeJsonFile(join(directory, 'secrets.json'), complete);
  return complete;
}

/** What secrets in the database are sealed with, as the processes of this machine have it; undefined where there is none. */
export function sessionSecretOf(given: {
  sessionSecret: string | undefined;
  dataDirectory: string;
}): string | undefined {
  return given.sessionSecret ?? readSecrets(given.dataDirectory)?.session;
}

/** A database whose password is lost cannot be opened; making a new password up would only hide why. */
export function requireSecretsOfCluster(directory: string): void {
  const file = join(directory, 'secrets.json');
  if (existsSync(file) || !existsSync(join(directory, 'postgres', 'PG_VERSION'))) return;
  throw new OperatorError(
    'dataDirectory',
    `${file} is missing, and with it the password of the database beside it: restore it from a backup.`,
  );
}

/** A file that holds anything but secrets is never overwritten: what it held may still be needed. */
export function readSecrets(directory: string): Partial<Secrets> | undefined {
  const file = join(directory, 'secrets.json');
  try {
    const content = readJsonFile(file);
    return content === undefined ? undefined : parseSecrets(content);
  } catch (error) {
    throw new OperatorError(
      'dataDirectory',
      `${file} is damaged or cannot be read: restore it from a backup.`,
      {
        cause: error,
      },
    );
  }
}

/** By hand: the supervisor needs no other schema, and the library for them would be a tenth of its memory. */
function parseSecrets(content: unknown): Record<string, string> {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error('it is no list of secrets by their names');
  const entries = Object.entries(content).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  if (entries.length < Object.keys(content).length) throw new Error('a secret is no text');
  return Object.fromEntries(entries);
}

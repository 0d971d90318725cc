import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../platform/json-file.ts';
import { OperatorError } from '../platform/operator-error.ts';

export type Secrets = {
  postgresSuperuser: string;
  postgres: string;
  clickhouse: string;
  session: string;
  cookie: string;
};

const names = ['postgresSuperuser', 'postgres', 'clickhouse', 'session', 'cookie'] as const;

/** Reads the secrets of a data directory and generates missing ones. The caller must hold the directory's lock. */
export function ensureSecrets(directory: string): Secrets {
  const found = readSecrets(directory) ?? {};
  requireDatabasePassword(directory);
  const missing = names.filter((name) => found[name] === undefined);
  const generated = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64url')]));
  const complete = { ...found, ...generated } as Secrets;
  if (missing.length > 0) writeJsonFile(join(directory, 'secrets.json'), complete);
  return complete;
}

export function resolveSessionSecret(settings: {
  sessionSecret: string | undefined;
  dataDirectory: string;
}): string | undefined {
  return settings.sessionSecret ?? readSecrets(settings.dataDirectory)?.session;
}

export function resolveCookieSecret(settings: {
  cookieSecret: string | undefined;
  dataDirectory: string;
}): string | undefined {
  return settings.cookieSecret ?? readSecrets(settings.dataDirectory)?.cookie;
}

/**
 * Throws if the password for an existing database is lost, because generating a new password would only hide the cause.
 */
export function requireDatabasePassword(directory: string): void {
  const file = join(directory, 'secrets.json');
  if (existsSync(file) || !existsSync(join(directory, 'postgres', 'PG_VERSION'))) return;
  throw new OperatorError(
    'dataDirectory',
    `${file} is missing. It contains the password for the embedded database. Restore it from a backup.`,
  );
}

/** Reads the secrets. Throws if the file is damaged, so that a damaged file is never overwritten. */
export function readSecrets(directory: string): Partial<Secrets> | undefined {
  const file = join(directory, 'secrets.json');
  try {
    const content = readJsonFile(file);
    return content === undefined ? undefined : parseSecrets(content);
  } catch (error) {
    throw new OperatorError('dataDirectory', `${file} is damaged or unreadable. Restore it from a backup.`, {
      cause: error,
    });
  }
}

// Parses secrets without Zod, which would take a tenth of the supervisor's memory.
function parseSecrets(content: unknown): Record<string, string> {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error('Not an object');
  const entries = Object.entries(content).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  if (entries.length < Object.keys(content).length) throw new Error('A secret is not a string');
  return Object.fromEntries(entries);
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJsonFile } from '../../platform/json-file.ts';
import { defaultStore } from '../machine.ts';
import { takePort } from './own-ports.ts';

/** Names the folder where a suite keeps the data directories that it has prepared; its processes inherit it. */
const variable = 'TEST_PREPARED_DIRECTORIES';

export function offerPreparedDirectories(folder: string): void {
  process.env[variable] = folder;
}

/** A new one, in which a product makes everything as on its first start. */
export function makeDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'waypost-product-'));
}

/**
 * One in which a product was started and stopped before. It stays new where no suite has prepared any, and where engines are
 * not our own.
 */
export function makeUsedDirectory(environment: Readonly<Record<string, string>> = {}): string {
  const directory = makeDataDirectory();
  const folder = process.env[variable];
  const store = environment['WAYPOST_TRAFFIC_STORE'] ?? defaultStore;
  const isForeign = 'WAYPOST_DATABASE_URL' in environment || 'WAYPOST_CLICKHOUSE_URL' in environment;
  // With their owners: started by root, PostgreSQL has its files under another user.
  if (folder !== undefined && !isForeign && existsSync(join(folder, store))) {
    execFileSync('cp', ['-pR', `${join(folder, store)}/.`, directory]);
    giveEnginePorts(directory);
  }
  return directory;
}

/** As if the run before had noted them: engines take those again. */
function giveEnginePorts(directory: string): void {
  const run = join(directory, 'run');
  mkdirSync(run, { mode: 0o700 });
  writeJsonFile(join(run, 'engine-ports.json'), { postgres: takePort(), clickhouse: takePort() });
}

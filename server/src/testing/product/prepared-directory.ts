import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJsonFile } from '../../platform/json-file.ts';
import { defaultStore } from '../machine.ts';
import { takePort } from './own-ports.ts';

/** Environment variable with the path of the prepared data directories. The suite's processes inherit the variable. */
const variable = 'TEST_PREPARED_DIRECTORIES';

export function offerPreparedDirectories(folder: string): void {
  process.env[variable] = folder;
}

export function makeDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'waypost-product-'));
}

/**
 * Returns a data directory in which Waypost has already been started and stopped. The directory is empty if the suite
 * prepared no directories or if external engines are used.
 */
export function makePreparedDirectory(environment: Readonly<Record<string, string>> = {}): string {
  const directory = makeDataDirectory();
  const folder = process.env[variable];
  const store = environment['WAYPOST_TRAFFIC_STORE'] ?? defaultStore;
  const usesExternalEngines =
    'WAYPOST_DATABASE_URL' in environment || 'WAYPOST_CLICKHOUSE_URL' in environment;
  // Preserves file ownership, because PostgreSQL runs as a different user when started by root.
  if (folder !== undefined && !usesExternalEngines && existsSync(join(folder, store))) {
    execFileSync('cp', ['-pR', `${join(folder, store)}/.`, directory]);
    writeEnginePorts(directory);
  }
  return directory;
}

/** Records engine ports as a previous run would, because engines reuse recorded ports. */
function writeEnginePorts(directory: string): void {
  const run = join(directory, 'run');
  mkdirSync(run, { mode: 0o700 });
  writeJsonFile(join(run, 'engine-ports.json'), { postgres: takePort(), clickhouse: takePort() });
}

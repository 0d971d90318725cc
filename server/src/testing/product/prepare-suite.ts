import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, testStores } from '../machine.ts';
import { shareInRun } from '../share-in-run.ts';
import { makeGeoTables } from './geo-tables.ts';
import { offerPreparedDirectories } from './prepared-directory.ts';
import { startProduct } from './product.ts';

/**
 * Before a whole suite: what every product would make for itself, once for all. A first start makes databases, schemas and
 * a workspace, which takes a processor seconds, and most tests are about what comes after it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { leave } = await shareInRun('prepared directories', prepareDirectories, (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  return leave;
}

async function prepareDirectories(): Promise<string> {
  await makeGeoTables();
  const folder = mkdtempSync(join(tmpdir(), 'waypost-prepared-'));
  await Promise.all(testStores.map((store) => prepareDirectory(join(folder, store), environmentFor(store))));
  offerPreparedDirectories(folder);
  return folder;
}

async function prepareDirectory(dataDirectory: string, environment: Record<string, string>): Promise<void> {
  mkdirSync(dataDirectory, { mode: 0o700 });
  const product = await startProduct({ dataDirectory, environment, ownGeoTables: true });
  await product.stop();
  // The ports of its engines: products that run beside each other must not take those of the others.
  rmSync(join(dataDirectory, 'run'), { recursive: true });
  // Processes are killed in these tests and machines are not: nobody has to wait for a disk.
  appendFileSync(join(dataDirectory, 'postgres', 'postgresql.auto.conf'), 'fsync = off\n');
}

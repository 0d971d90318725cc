import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, testStores } from '../machine.ts';
import { shareInRun } from '../share-in-run.ts';
import { makeGeoTables } from './geo-tables.ts';
import { offerPreparedDirectories } from './prepared-directory.ts';
import { startProduct } from './product.ts';

/**
 * Prepares data directories once per suite. The first start of an installation creates databases, schemas and a
 * workspace, which takes several seconds of CPU time. Most tests do not need to repeat this work.
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
  const product = await startProduct({ dataDirectory, environment });
  await product.stop();
  // Removes the recorded engine ports, because installations that run concurrently need different ports.
  rmSync(join(dataDirectory, 'run'), { recursive: true });
  // Each copy links the suite's GeoIP tables or builds its own.
  rmSync(join(dataDirectory, 'spool', 'geo'), { recursive: true, force: true });
  // Tests kill processes but never cut the power, so nothing has to be flushed to disk.
  appendFileSync(join(dataDirectory, 'postgres', 'postgresql.auto.conf'), 'fsync = off\n');
}

import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor, testShards, testStores } from '../machine.ts';
import { shareInRun } from '../share-in-run.ts';
import { makeGeoTables } from './geo-tables.ts';
import { offerPreparedDirectories } from './prepared-directory.ts';
import { startProduct } from './product.ts';
import { startShardServers } from '../traffic/shard-servers.ts';
import { offerShards } from './shard-environment.ts';

/**
 * Prepares data directories once per suite. The first start of an installation creates databases, schemas and a
 * workspace, which takes several seconds of CPU time. Most tests do not need to repeat this work.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { leave } = await shareInRun('prepared directories', prepareDirectories, (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const shards = await shareInRun('shards of products', startShards, (stop) => stop());
  return async () => {
    await leave();
    await shards.leave();
  };
}

// Starts shards for installations whose tests choose no engines.
async function startShards(): Promise<() => Promise<void>> {
  if (testShards === 1) return () => Promise.resolve();
  const folder = mkdtempSync(join(tmpdir(), 'waypost-shards-'));
  const servers = await startShardServers(folder, testShards);
  offerShards(servers.map(({ url }) => url));
  return async () => {
    await Promise.all(servers.map(({ engine }) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
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

/**
 * Bundles the server in the checkout, which halves the startup time. `bin/bootstrap.mjs` decides when to build and into
 * which folder.
 */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleServer } from './bundle-server.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'server', 'dist', 'server');
const versions = dirname(folder);
// Number of builds to keep. Processes that were started from an older build may still be running.
const kept = 3;

const unfinished = `${folder}.${process.pid}`;
try {
  await bundleServer(unfinished);
  renameSync(unfinished, folder);
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true });
  // If another process created the same build first, its build is used.
  if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

const newestFirst = readdirSync(versions)
  .map((name) => ({ path: join(versions, name), at: statSync(join(versions, name)).mtimeMs }))
  .toSorted((one, other) => other.at - one.at);
for (const { path } of newestFirst.slice(kept)) rmSync(path, { recursive: true, force: true });

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../engines/binaries.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import { startPostgres } from '../../engines/postgres/start.ts';

// Starts a PostgreSQL server that is not part of an installation. The data survives a restart in the same directory.
export async function startSeparatePostgres(directory: string, port: number): Promise<RunningEngine> {
  mkdirSync(directory, { recursive: true });
  return await startPostgres({
    cluster: join(directory, 'postgres'),
    port,
    binaries: findPostgresBinaries(),
    passwords: { superuser: 'test', application: 'test' },
  });
}

import { saveTrafficStore, type DataDirectory } from '../../engines/data-directory.ts';
import { removeMoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { readMove, type Move } from '../../traffic/postgres/move/move-state.ts';
import type { TrafficAddress } from '../engine-addresses.ts';

export async function readLastMove(postgresUrl: string): Promise<Move | undefined> {
  return await withPostgresClient(postgresUrl, readMove);
}

// Throws if the traffic was moved away from this store. Otherwise, reports would lack everything since the move.
export async function requireCurrentStore({ store, url }: TrafficAddress): Promise<void> {
  if (store === 'clickhouse') return;
  const move = await readLastMove(url);
  if (move?.state !== 'moved') return;
  throw new OperatorError(
    'configuration',
    `The traffic in this PostgreSQL was moved to ClickHouse (${move.target}). Run \`waypost move\` to complete the switch, or set WAYPOST_CLICKHOUSE_URL.`,
  );
}

// Makes ClickHouse the store of this data directory. PostgreSQL already refuses rows.
export function saveMovedStore(directory: DataDirectory, clickhouseUrl: string | undefined): void {
  saveTrafficStore(
    directory,
    'clickhouse',
    clickhouseUrl === undefined ? {} : { clickhouseHost: new URL(clickhouseUrl).host },
  );
  removeMoveFile(directory);
}

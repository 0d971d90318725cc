import { saveMovedHost, saveTrafficStore, type DataDirectory } from '../../engines/data-directory.ts';
import { removeMoveFile, type MoveFile } from '../../engines/move-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { splitPostgresUrl } from '../../platform/postgres-url.ts';
import { readMoveNote, writeMoveNote } from '../../store/move/move-note.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { dropFence, readFence, withClickHouse } from '../../traffic/clickhouse/move/fence.ts';
import { readMove, type Move } from '../../traffic/postgres/move/move-state.ts';
import type { EngineAddresses, TrafficAddress } from '../engine-addresses.ts';
import { beginLongTask } from '../long-task.ts';

async function readLastMove(postgresUrl: string): Promise<Move | undefined> {
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

// The old place decides whether a move is complete, because from then on it refuses writes.
export async function isMoved(
  { kind }: Pick<MoveFile, 'kind'>,
  { postgres, traffic }: EngineAddresses,
): Promise<boolean> {
  if (kind === 'traffic')
    return traffic.store === 'postgres' && (await readLastMove(traffic.url))?.state === 'moved';
  if (kind === 'postgres') return (await withPostgresClient(postgres, readMoveNote))?.state === 'moved';
  return traffic.store === 'clickhouse' && (await withClickHouse(traffic.url, readFence)) === 'moved';
}

// Accepts rows again if a command that moved the traffic of an embedded ClickHouse was killed.
export async function releaseRows(directory: DataDirectory, { traffic }: EngineAddresses): Promise<void> {
  if (traffic.store === 'postgres') return;
  const task = await beginLongTask(directory.path, 'move');
  // The command is running.
  if ('running' in task) return;
  try {
    await withClickHouse(traffic.url, async (client) => {
      if ((await readFence(client)) === 'moving') await dropFence(client);
    });
  } finally {
    task.release();
  }
}

// Throws if the traffic of an embedded ClickHouse was moved away, even if the files of the data directory do not say so.
export async function requireUnmovedTraffic({ store, url }: TrafficAddress): Promise<void> {
  if (store === 'postgres' || (await withClickHouse(url, readFence)) !== 'moved') return;
  throw new OperatorError(
    'configuration',
    'The traffic in the embedded ClickHouse was moved to a server. Set WAYPOST_CLICKHOUSE_URL to its URL.',
  );
}

// Makes the target the place that this data directory uses. The old place already refuses writes.
export async function saveMoved(directory: DataDirectory, file: MoveFile): Promise<void> {
  const { kind, clickhouseUrl, databaseUrl } = file;
  if (kind === 'postgres' && databaseUrl !== undefined) {
    saveMovedHost(directory, { postgresHost: hostOf(databaseUrl) });
    // The copy is in use now. Nothing depends on this.
    await withPostgresClient(databaseUrl, async (client) => await writeMoveNote(client, undefined)).catch(
      () => undefined,
    );
  } else {
    const moved = clickhouseUrl === undefined ? {} : { clickhouseHost: hostOf(clickhouseUrl) };
    saveTrafficStore(directory, 'clickhouse', moved);
  }
  removeMoveFile(directory);
}

// Returns the hosts of a database URL or of several shards, without credentials.
export function hostOf(urls: string): string {
  const all = urls.startsWith('http') ? shardUrls(urls) : splitPostgresUrl(urls);
  return all.map((url) => new URL(url).host).join(',');
}

// Returns the addresses after a move.
export function switchAddresses(
  { kind }: MoveFile,
  { postgres, traffic }: EngineAddresses,
  target: string,
): EngineAddresses {
  if (kind !== 'postgres') return { postgres, traffic: { store: 'clickhouse', url: target } };
  return {
    postgres: target,
    traffic: traffic.store === 'postgres' ? { store: 'postgres', url: target } : traffic,
  };
}

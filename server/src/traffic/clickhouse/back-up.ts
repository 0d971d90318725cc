import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../platform/operator-error.ts';
import { openClickHouse, type ClickHouseClient } from './client.ts';
import { databaseOf, quoteName, quoteText } from './names.ts';
import { shardUrls } from './shards/shard-layout.ts';

// A file on the machine of the ClickHouse server, or a folder on a disk that the server's configuration defines.
export type ClickHouseBackup = { file: string } | { disk: string; folder: string };
type Progress = { bytes: number; totalBytes: number };
type Run = {
  url: string;
  backup: ClickHouseBackup;
  // An earlier full backup. Files that it contains are not copied again.
  base: ClickHouseBackup | undefined;
  onProgress: (progress: Progress) => void;
};

const pollMs = 500;

// Backs up the database, one shard after another. Rows that are inserted while the backup runs may be missing from it.
export async function backUpClickHouse({ url, backup, base, onProgress }: Run): Promise<void> {
  for (const shard of listShards(url, backup))
    await withServer(shard.url, async (client, database) => {
      const target = `${place(shard.backup)}${basedOn(base)}`;
      await run(client, `BACKUP DATABASE ${quoteName(database)} TO ${target} ASYNC`, onProgress);
    });
}

// Restores a database, which may have had a different name. The database must not contain any tables.
export async function restoreClickHouse({
  url,
  backup,
  base,
  onProgress,
  from,
}: Run & { from: string }): Promise<void> {
  for (const shard of listShards(url, backup))
    await withServer(shard.url, async (client, database) => {
      const names = `${quoteName(from)} AS ${quoteName(database)}`;
      const source = `${place(shard.backup)}${basedOn(base)}`;
      await run(client, `RESTORE DATABASE ${names} FROM ${source} ASYNC`, onProgress);
    });
}

// Each shard has its own folder, because the shards may share a disk.
function listShards(url: string, backup: ClickHouseBackup): { url: string; backup: ClickHouseBackup }[] {
  const urls = shardUrls(url);
  return urls.map((shard, at) => ({
    url: shard,
    backup:
      urls.length > 1 && 'disk' in backup
        ? { ...backup, folder: `${backup.folder}/shard-${at + 1}` }
        : backup,
  }));
}

export async function countClickHouseTables(url: string): Promise<number> {
  const counts = await Promise.all(shardUrls(url).map(countTables));
  return counts.reduce((sum, tables) => sum + tables, 0);
}

async function countTables(url: string): Promise<number> {
  return await withServer(url, async (client, database) => {
    const result = await client.query({
      query: 'SELECT count() AS tables FROM system.tables WHERE database = {database:String}',
      query_params: { database },
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ tables: string }>();
    return Number(row?.tables ?? 0);
  });
}

// Connects to the database "default", because the database itself may not exist yet.
async function withServer<Result>(
  url: string,
  work: (client: ClickHouseClient, database: string) => Promise<Result>,
): Promise<Result> {
  const server = new URL(url);
  server.pathname = '/default';
  const client = openClickHouse(server.href);
  try {
    return await work(client, databaseOf(url));
  } finally {
    await client.close();
  }
}

type Status = { status: string; error: string; bytes: string; totalBytes: string };

async function run(client: ClickHouseClient, query: string, onProgress: Run['onProgress']): Promise<void> {
  const started = await client.query({ query, format: 'JSONEachRow' });
  const [{ id } = { id: '' }] = await started.json<{ id: string }>();
  for (;;) {
    const { status, error, bytes, totalBytes } = await readStatus(client, id);
    if (/_(?:FAILED|CANCELLED)$/.test(status))
      throw new OperatorError('engineUnavailable', `ClickHouse: ${error.split(' Stack trace')[0] ?? status}`);
    onProgress({ bytes: Number(bytes), totalBytes: Number(totalBytes) });
    if (status === 'BACKUP_CREATED' || status === 'RESTORED') return;
    await sleep(pollMs);
  }
}

async function readStatus(client: ClickHouseClient, id: string): Promise<Status> {
  const result = await client.query({
    query: `SELECT status, error, greatest(bytes_read, compressed_size) AS bytes, total_size AS totalBytes
      FROM system.backups WHERE id = {id:String}`,
    query_params: { id },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<Status>();
  if (row !== undefined) return row;
  throw new OperatorError('engineUnavailable', 'ClickHouse was restarted during the backup or restore.');
}

function place(backup: ClickHouseBackup): string {
  return 'file' in backup
    ? `File(${quoteText(backup.file)})`
    : `Disk(${quoteText(backup.disk)}, ${quoteText(backup.folder)})`;
}

// A restore names the base again, because an increment contains the path that the base had when it was used.
function basedOn(base: ClickHouseBackup | undefined): string {
  return base === undefined ? '' : ` SETTINGS base_backup = ${place(base)}`;
}

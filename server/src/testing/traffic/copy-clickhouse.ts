import { randomUUID } from 'node:crypto';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';

/** Copies a database by restoring a backup under a different name. The backup is kept in the server's memory. */
export async function copyClickHouse(from: string, to: string): Promise<void> {
  const server = new URL(from);
  server.pathname = '/default';
  const client = openClickHouse(server.href);
  try {
    const backup = `Memory('${databaseName(to)}')`;
    // Memory backups are visible only in the session that created them.
    const session_id = randomUUID();
    await client.command({ query: `BACKUP DATABASE ${databaseName(from)} TO ${backup}`, session_id });
    await client.command({
      query: `RESTORE DATABASE ${databaseName(from)} AS ${databaseName(to)} FROM ${backup}`,
      session_id,
    });
  } finally {
    await client.close();
  }
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

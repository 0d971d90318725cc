import { randomUUID } from 'node:crypto';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';

/** Restores a backup of a database under another name. It is kept in the memory of the server. */
export async function copyClickHouse(from: string, to: string): Promise<void> {
  const server = new URL(from);
  server.pathname = '/default';
  const client = openClickHouse(server.href);
  try {
    const backup = `Memory('${nameOf(to)}')`;
    // Such a backup is seen by the session that made it.
    const session_id = randomUUID();
    await client.command({ query: `BACKUP DATABASE ${nameOf(from)} TO ${backup}`, session_id });
    await client.command({
      query: `RESTORE DATABASE ${nameOf(from)} AS ${nameOf(to)} FROM ${backup}`,
      session_id,
    });
  } finally {
    await client.close();
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

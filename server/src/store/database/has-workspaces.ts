import { Client } from 'pg';

/** Whether the installation is set up. Asked once at a start, and without what builds queries, which is large. */
export async function hasWorkspaces(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<{ some: boolean }>('SELECT EXISTS (SELECT FROM workspaces) AS some');
    await client.query('COMMIT');
    return rows[0]?.some === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

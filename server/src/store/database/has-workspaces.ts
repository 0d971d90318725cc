import { Client } from 'pg';

/**
 * Checks at startup whether the installation is set up. Uses a plain client, because loading Kysely would take longer.
 */
export async function hasWorkspaces(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM workspaces) AS found',
    );
    await client.query('COMMIT');
    return rows[0]?.found === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

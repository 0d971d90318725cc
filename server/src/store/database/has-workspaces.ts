import { withPostgresClient } from '../../platform/postgres-session.ts';

/**
 * Checks at startup whether the installation is set up. Uses a plain client, because loading Kysely would take longer.
 */
export async function hasWorkspaces(url: string): Promise<boolean> {
  return await withPostgresClient(url, async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM workspaces) AS found',
    );
    await client.query('COMMIT');
    return rows[0]?.found === true;
  });
}

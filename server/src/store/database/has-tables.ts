import { withPostgresClient } from '../../platform/postgres-session.ts';

export async function hasTables(url: string): Promise<boolean> {
  return await withPostgresClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('workspaces') IS NOT NULL AS found",
    );
    return rows[0]?.found === true;
  });
}

import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

// Returns the names of tokens. The key is the ID of the traffic source and the number of the token.
export async function readTokenNames(
  executor: Executor,
  workspaceId: string,
  trafficSourceIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; token: number; name: string | null }>`
    SELECT sources.id, (token ->> 'index')::integer AS token, token ->> 'name' AS name
    FROM traffic_sources AS sources, jsonb_array_elements(sources.tokens) AS token
    WHERE sources.workspace_id = ${workspaceId} AND sources.id = ANY(${trafficSourceIds}::uuid[])`.execute(
    executor,
  );
  return new Map(
    rows.flatMap(({ id, token, name }) => (name === null || name === '' ? [] : [[`${id} ${token}`, name]])),
  );
}

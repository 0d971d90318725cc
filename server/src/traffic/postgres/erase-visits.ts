import type { ErasureResult, VisitKey } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { preferIndexScans } from './find-visits.ts';
import { unlessBeingMoved } from './move/being-moved.ts';
import { deleteRows, incoming, createTempTables } from './store-rows.ts';

const limits = { timeoutMs: 20_000 };

export async function eraseVisits(
  connections: TrafficConnections,
  keys: readonly VisitKey[],
): Promise<ErasureResult> {
  if (keys.length === 0) return { found: new Set(), problem: undefined };
  // The rows may still exist, so the deletion is repeated.
  const held = {
    found: new Set(keys.map(({ visitId }) => visitId)),
    problem: 'The traffic is being moved to another store.',
  };
  return await unlessBeingMoved(() => deleteVisits(connections, keys), held);
}

async function deleteVisits(
  connections: TrafficConnections,
  keys: readonly VisitKey[],
): Promise<ErasureResult> {
  const found = await connections.asSystem(limits, async (client) => {
    await createTempTables(client);
    await preferIndexScans(client);
    await deleteRows(
      client,
      'visit_id = ANY($2::uuid[]) AND (workspace_id, visit_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))',
      [keys.map(({ workspaceId }) => workspaceId), keys.map(({ visitId }) => visitId)],
    );
    const { rows } = await client.query<{ id: string }>(`SELECT DISTINCT visit_id AS id FROM ${incoming}`);
    return rows.map(({ id }) => id);
  });
  return { found: new Set(found), problem: undefined };
}

import type { RecordStatus } from '@waypost/contract/api/records.ts';
import { sql } from 'kysely';
import type { DefaultStream } from '../../domain/publishing/default-stream.ts';
import type { Executor } from '../database/database.ts';

type NamedDefaultStream = DefaultStream & { name: string };

export async function readDefaultStreams(
  executor: Executor,
  workspaceId: string,
  rotatorIds: string[],
): Promise<Map<string, NamedDefaultStream>> {
  const streams = new Map<string, NamedDefaultStream>();
  if (rotatorIds.length === 0) return streams;
  const { rows } = await sql<RotatorWithPath>`
    SELECT rotators.id, rotators.name, rotators.status, paths.enabled, paths.deleted_at AS "deletedAt"
    FROM rotators LEFT JOIN rotator_paths AS paths ON paths.id = rotators.default_path_id
    WHERE rotators.workspace_id = ${workspaceId} AND rotators.id IN (SELECT unnest(${rotatorIds}::uuid[]))`.execute(
    executor,
  );
  for (const { id, name, status, enabled, deletedAt } of rows) {
    const path = enabled === null ? undefined : { enabled, deletedAt };
    streams.set(id, { name, rotatorStatus: status, path, items: [] });
  }
  for (const { rotatorId, enabled, status } of await readItems(executor, workspaceId, rotatorIds))
    streams.get(rotatorId)?.items.push({ enabled, status });
  return streams;
}

type RotatorWithPath = {
  id: string;
  name: string;
  status: RecordStatus;
  enabled: boolean | null;
  deletedAt: Date | null;
};
type Item = { rotatorId: string; enabled: boolean; status: RecordStatus };

async function readItems(executor: Executor, workspaceId: string, rotatorIds: string[]): Promise<Item[]> {
  const isSelected = sql`rotators.workspace_id = ${workspaceId} AND rotators.id IN (SELECT unnest(${rotatorIds}::uuid[]))`;
  const { rows } = await sql<Item>`
    SELECT rotators.id AS "rotatorId", pool.enabled, landings.status FROM rotators
    JOIN rotator_path_landings AS pool ON pool.path_id = rotators.default_path_id
    JOIN landings ON landings.id = pool.landing_id WHERE ${isSelected}
    UNION ALL
    SELECT rotators.id, pool.enabled, offers.status FROM rotators
    JOIN rotator_path_offers AS pool ON pool.path_id = rotators.default_path_id
    JOIN offers ON offers.id = pool.offer_id WHERE ${isSelected}`.execute(executor);
  return rows;
}

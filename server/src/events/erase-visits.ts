import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { timeOfId } from '../platform/ids.ts';
import type { VisitKey } from './find-visits.ts';
import { QueryParameters } from './query-parameters.ts';

const timeoutSeconds = 20;
/** Part of every order of ours, so that it can be told from others'. */
export const erasureSign = 'waypost erasure';

/** How many rows there are of each of these visits, of whatever type. */
export async function countVisitRows(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const parameters = new QueryParameters();
  const result = await client.query({
    query: `SELECT visit_id AS id, toUInt32(count()) AS rows FROM events WHERE ${ofVisits(parameters, keys)} GROUP BY id`,
    query_params: parameters.values,
    clickhouse_settings: { max_execution_time: timeoutSeconds },
    format: 'JSONEachRow',
  });
  const found = await result.json<{ id: string; rows: number }>();
  return new Map(found.map(({ id, rows }) => [id, rows]));
}

/**
 * Has ClickHouse write the parts that hold rows of these visits anew without them, and the rollups of these parts. It
 * goes on by itself and may take minutes where parts are large. Until the last such order is done none is added.
 */
export async function eraseVisits(client: ClickHouseClient, keys: readonly VisitKey[]): Promise<void> {
  if (keys.length === 0 || (await isErasing(client))) return;
  const parameters = new QueryParameters();
  await client.command({
    query: `ALTER TABLE events DELETE WHERE '${erasureSign}' != '' AND (${ofVisits(parameters, keys)})`,
    query_params: parameters.values,
    clickhouse_settings: { mutations_sync: '0' },
  });
}

async function isErasing(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({
    query: `SELECT count() AS found FROM system.mutations WHERE database = currentDatabase() AND table = 'events'
      AND NOT is_done AND position(command, 'DELETE') > 0`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ found: string }>();
  return Number(row?.found) > 0;
}

/** By the table's order, so that only parts and granules are looked at in which a visit may lie. */
function ofVisits(parameters: QueryParameters, keys: readonly VisitKey[]): string {
  return keys
    .map(({ workspaceId, campaignId, visitId }) => {
      const time = `fromUnixTimestamp64Milli(${parameters.bind('Int64', timeOfId(visitId))})`;
      return `(workspace_id = ${parameters.bind('UUID', workspaceId)} AND campaign_id = ${parameters.bind('UUID', campaignId)}
        AND visit_time = ${time} AND visit_id = ${parameters.bind('UUID', visitId)})`;
    })
    .join(' OR ');
}

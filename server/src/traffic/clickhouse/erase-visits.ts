import type { ClickHouseClient } from './client.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { Erasing, VisitKey } from '../traffic-store.ts';
import { endFailedErasures, erasureSign } from './end-failed-erasures.ts';
import { QueryParameters } from './query-parameters.ts';

const timeoutSeconds = 20;

/** Looks for rows of these visits and orders them to be deleted. */
export async function eraseVisits(client: ClickHouseClient, keys: readonly VisitKey[]): Promise<Erasing> {
  // An order that fails would stand in the way of all that come after it.
  const problem = await endFailedErasures(client);
  const found = await findVisitsWithRows(client, keys);
  await orderErasure(
    client,
    keys.filter(({ visitId }) => found.has(visitId)),
  );
  return { found, problem };
}

/** Those of which there are rows, of whatever type. */
async function findVisitsWithRows(client: ClickHouseClient, keys: readonly VisitKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const parameters = new QueryParameters();
  const result = await client.query({
    query: `SELECT DISTINCT visit_id AS id FROM events WHERE ${ofVisits(parameters, keys)}`,
    query_params: parameters.values,
    clickhouse_settings: { max_execution_time: timeoutSeconds },
    format: 'JSONEachRow',
  });
  const found = await result.json<{ id: string }>();
  return new Set(found.map(({ id }) => id));
}

/**
 * Has ClickHouse write the parts that hold rows of these visits anew without them, and the rollups of these parts. It
 * goes on by itself and may take minutes where parts are large. Until the last such order is done none is added.
 */
async function orderErasure(client: ClickHouseClient, keys: readonly VisitKey[]): Promise<void> {
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

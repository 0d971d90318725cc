import { timeOfId } from '../../platform/ids.ts';
import type { Erasing, VisitKey } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { QueryParameters } from './query-parameters.ts';

/** Part of every order of ours, so that it can be told from others'. */
export const erasureSign = 'waypost erasure';

type Failed = { id: string; command: string; reason: string };

/**
 * Takes back orders to delete rows that ClickHouse could not carry out, on a full disk or a damaged part say: it would try
 * them for ever, and do nothing that comes after them in those parts. What they were about is found and ordered again.
 * Gives the reason of what failed; also of an order that is not ours, which stays and holds up those behind it.
 */
async function endFailedErasures(client: ClickHouseClient): Promise<string | undefined> {
  const result = await client.query({
    query: `SELECT mutation_id AS id, command, latest_fail_reason AS reason FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND latest_fail_reason != ''
      ORDER BY create_time`,
    format: 'JSONEachRow',
  });
  const failed = await result.json<Failed>();
  // Mutations that the operator has started are left alone, also where they fail.
  const ours = failed.filter(({ command }) => command.includes(erasureSign));
  for (const { id } of ours)
    await client.command({
      query: `KILL MUTATION WHERE database = currentDatabase() AND table = 'events' AND mutation_id = {id:String}`,
      query_params: { id },
    });
  return failed[0]?.reason.slice(0, reasonLengthMax);
}

const reasonLengthMax = 500;

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

import { timeOfId } from '../../platform/ids.ts';
import type { ErasureResult, VisitKey } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { findHeldProblem } from './move/fence.ts';
import { QueryParameters } from './query-parameters.ts';

/** Text included in every deletion, so that deletions can be distinguished from the operator's mutations. */
export const erasureMarker = 'waypost erasure';

type FailedMutation = { id: string; command: string; reason: string };

// Kills deletions that ClickHouse could not complete, for example because of a full disk or a damaged part. Otherwise,
// ClickHouse would retry them forever, and they would block later mutations of the same parts. The rows are found and
// deleted again later. Returns why a mutation failed, even if the operator started the mutation, because such a
// mutation also blocks later mutations.
async function killFailedErasures(client: ClickHouseClient): Promise<string | undefined> {
  const result = await client.query({
    query: `SELECT mutation_id AS id, command, latest_fail_reason AS reason FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND latest_fail_reason != ''
      ORDER BY create_time`,
    format: 'JSONEachRow',
  });
  const failed = await result.json<FailedMutation>();
  // The operator's mutations are not killed, even if they fail.
  const ours = failed.filter(({ command }) => command.includes(erasureMarker));
  for (const { id } of ours)
    await client.command({
      query: `KILL MUTATION WHERE database = currentDatabase() AND table = 'events' AND mutation_id = {id:String}`,
      query_params: { id },
    });
  return failed[0]?.reason.slice(0, reasonLengthMax);
}

const reasonLengthMax = 500;

const timeoutSeconds = 20;

export async function eraseVisits(
  client: ClickHouseClient,
  keys: readonly VisitKey[],
): Promise<ErasureResult> {
  const problem = await killFailedErasures(client);
  const found = await findVisitsWithRows(client, keys);
  // Visits that are not found here may have been copied before.
  const held = await findHeldProblem(client);
  if (held !== undefined) return { found: new Set(keys.map(({ visitId }) => visitId)), problem: held };
  await startErasure(
    client,
    keys.filter(({ visitId }) => found.has(visitId)),
  );
  return { found, problem };
}

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

// Starts a mutation that rewrites the affected parts and their rollups without these rows. The mutation runs in the
// background and can take minutes for large parts. Does nothing while another deletion is running.
async function startErasure(client: ClickHouseClient, keys: readonly VisitKey[]): Promise<void> {
  if (keys.length === 0 || (await isErasing(client))) return;
  const parameters = new QueryParameters();
  await client.command({
    query: `ALTER TABLE events DELETE WHERE '${erasureMarker}' != '' AND (${ofVisits(parameters, keys)})`,
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

// Conditions on the sorting key ensure that only parts and granules that may contain a visit are read.
function ofVisits(parameters: QueryParameters, keys: readonly VisitKey[]): string {
  return keys
    .map(({ workspaceId, campaignId, visitId }) => {
      const time = `fromUnixTimestamp64Milli(${parameters.bind('Int64', timeOfId(visitId))})`;
      return `(workspace_id = ${parameters.bind('UUID', workspaceId)} AND campaign_id = ${parameters.bind('UUID', campaignId)}
        AND visit_time = ${time} AND visit_id = ${parameters.bind('UUID', visitId)})`;
    })
    .join(' OR ');
}

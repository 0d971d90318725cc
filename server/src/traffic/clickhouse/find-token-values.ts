import { tokenNames } from '@waypost/contract/visits/visit-attributes.ts';
import type { TokenSearch, TokenUse } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { QueryParameters } from './query-parameters.ts';
import { readEvents } from './read-events.ts';
import { fromWorkspaceRows, isNotTest } from './workspace-rows.ts';

export async function findTokenValues(
  client: ClickHouseClient,
  { workspaceId, value, fromMs, untilMs, signal }: TokenSearch,
): Promise<TokenUse[]> {
  const parameters = new QueryParameters();
  const wanted = parameters.bind('String', value);
  const moment = (ms: number) => `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)}, 'UTC')`;
  const from = fromWorkspaceRows(parameters, workspaceId, [
    "type = 'visit'",
    isNotTest,
    `visit_time >= ${moment(fromMs)} AND visit_time < ${moment(untilMs)}`,
    tokenNames.map((name) => `${name} = ${wanted}`).join(' OR '),
  ]);
  // A value can occur in several tokens of a visit.
  const places = `arrayJoin(arrayFilter(isHit -> isHit > 0, [${tokenNames.map((name, at) => `if(${name} = ${wanted}, ${at + 1}, 0)`).join(', ')}]))`;
  const query = `SELECT ${places} AS place, campaign_id, traffic_source_id, toFloat64(sum(visits)),
      toFloat64(toUnixTimestamp64Milli(max(visit_time)))
    ${from} GROUP BY place, campaign_id, traffic_source_id`;
  const rows = await readEvents(client, { query, params: parameters.values, signal });
  return (rows as [number, string, string, number, number][]).map(
    ([token, campaignId, trafficSourceId, visits, lastMs]) => ({
      token,
      campaignId,
      trafficSourceId,
      visits,
      lastMs,
    }),
  );
}

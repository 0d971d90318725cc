import { tokenNames } from '@waypost/contract/visits/visit-attributes.ts';
import { eventsRequest } from '../request-errors.ts';
import type { TokenSearch, TokenUse } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { explainQueryError } from './explain-query-error.ts';
import { Parameters } from './parameters.ts';
import { isNotTest } from './rollups.ts';

// The caller usually cancels the query earlier.
const timeoutMs = 15_000;

export async function findTokenValues(
  connections: TrafficConnections,
  { workspaceId, value, fromMs, untilMs, signal }: TokenSearch,
): Promise<TokenUse[]> {
  const parameters = new Parameters();
  const wanted = parameters.bind('text', value);
  const from = parameters.bind('bigint', fromMs);
  const until = parameters.bind('bigint', untilMs);
  const places = tokenNames.map((name, at) => `(${at + 1}, ${name})`).join(', ');
  const text = `SELECT place AS token, campaign_id AS "campaignId", traffic_source_id AS "trafficSourceId",
      coalesce(sum(visits), 0)::float8 AS visits, max(visit_time)::float8 AS "lastMs"
    FROM traffic.events CROSS JOIN LATERAL (VALUES ${places}) AS tokens (place, token)
    WHERE workspace_id = ${parameters.bind('uuid', workspaceId)} AND type = 'visit' AND ${isNotTest}
      AND visit_time >= ${from} AND visit_time < ${until} AND time >= ${from} AND time < ${until}
      AND ${wanted} IN (${tokenNames.join(', ')}) AND token = ${wanted}
    GROUP BY place, campaign_id, traffic_source_id`;
  try {
    return await connections.readAs(
      workspaceId,
      { timeoutMs, signal },
      async (client) => (await client.query<TokenUse>(text, parameters.values)).rows,
    );
  } catch (error) {
    throw explainQueryError(error, eventsRequest);
  }
}

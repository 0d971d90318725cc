import { tokenNames } from '@waypost/contract/visits/visit-attributes.ts';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import type { CostMatch } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { QueryParameters } from './query-parameters.ts';
import { fromWorkspaceRows, isNotTest } from './workspace-rows.ts';

/**
 * Selects matching visits. Includes bots and prefetches but not tests, because these are the visits that edges charge
 * for.
 */
export function fromMatchingVisits(parameters: QueryParameters, match: CostMatch): string {
  return fromMatchingRows(parameters, match, "type = 'visit'");
}

/** Selects all rows of matching visits. Every row contains the tokens of its visit. */
export function fromMatchingRows(parameters: QueryParameters, match: CostMatch, condition: string): string {
  const values = Object.entries(match.tokens).map(([name, value]) => {
    // The name must be a known token, because it becomes part of the SQL text.
    if (!tokens.has(name)) throw new Error(`unknown token ${name}`);
    return `${name} = ${parameters.bind('String', value)}`;
  });
  return fromCampaignRows(parameters, match, [condition, isNotTest, ...values]);
}

export function fromCampaignRows(
  parameters: QueryParameters,
  { workspaceId, campaignId, fromMs, untilMs }: CostMatch,
  conditions: readonly string[],
): string {
  const moment = (ms: number) => `fromUnixTimestamp64Milli(${parameters.bind('Int64', ms)})`;
  return fromWorkspaceRows(parameters, workspaceId, [
    `campaign_id = ${parameters.bind('UUID', campaignId)}`,
    `visit_time >= ${moment(fromMs)} AND visit_time < ${moment(untilMs)}`,
    ...conditions,
  ]);
}

const tokens: ReadonlySet<string> = new Set(tokenNames);

const timeoutSeconds = 25;

export async function countVisits(
  client: ClickHouseClient,
  match: CostMatch,
  intervals: number,
): Promise<TimedVisits[]> {
  const widthMs = Math.max(1, Math.ceil((match.untilMs - match.fromMs) / intervals));
  const parameters = new QueryParameters();
  const bindInteger = (value: number) => parameters.bind('Int64', value);
  const result = await client.query({
    query: `
      SELECT toUInt32(intDiv(toUnixTimestamp64Milli(visit_time) - ${bindInteger(match.fromMs)}, ${bindInteger(widthMs)})) AS bucket,
        toUInt32(count()) AS visits
      ${fromMatchingVisits(parameters, match)} GROUP BY bucket ORDER BY bucket`,
    query_params: parameters.values,
    clickhouse_settings: { max_execution_time: timeoutSeconds },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ bucket: number; visits: number }>();
  return rows.map(({ bucket, visits }) => ({
    fromMs: match.fromMs + bucket * widthMs,
    untilMs: Math.min(match.untilMs, match.fromMs + (bucket + 1) * widthMs),
    visits,
  }));
}

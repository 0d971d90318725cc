import { tokenNames } from '@waypost/contract/visit-attributes.ts';
import type { TimedVisits } from '../../domain/costs/allot-cost.ts';
import type { CostMatch } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';
import { QueryParameters } from './query-parameters.ts';
import { fromWorkspaceRows, isNoTest } from './workspace-rows.ts';

/** Every visit but tests, bots and prefetches too: the edge charges for these as well. */
export function fromMatchingVisits(parameters: QueryParameters, match: CostMatch): string {
  return fromMatchingRows(parameters, match, "type = 'visit'");
}

/** Of everything that belongs to matching visits: its rows repeat the tokens of their visit. */
export function fromMatchingRows(parameters: QueryParameters, match: CostMatch, condition: string): string {
  const values = Object.entries(match.tokens).map(([name, value]) => {
    // The name becomes part of the statement.
    if (!tokens.has(name)) throw new Error('there is no such token');
    return `${name} = ${parameters.bind('String', value)}`;
  });
  return fromCampaignRows(parameters, match, [condition, isNoTest, ...values]);
}

/** Rows of a campaign whose visit was in the stretch of time. */
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

/** How many visits match, in each of so many equal stretches of the time; those without any are left out. */
export async function countVisits(
  client: ClickHouseClient,
  match: CostMatch,
  stretches: number,
): Promise<TimedVisits[]> {
  const widthMs = Math.max(1, Math.ceil((match.untilMs - match.fromMs) / stretches));
  const parameters = new QueryParameters();
  const whole = (value: number) => parameters.bind('Int64', value);
  const result = await client.query({
    query: `
      SELECT toUInt32(intDiv(toUnixTimestamp64Milli(visit_time) - ${whole(match.fromMs)}, ${whole(widthMs)})) AS stretch,
        toUInt32(count()) AS visits
      ${fromMatchingVisits(parameters, match)} GROUP BY stretch ORDER BY stretch`,
    query_params: parameters.values,
    clickhouse_settings: { max_execution_time: timeoutSeconds },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ stretch: number; visits: number }>();
  return rows.map(({ stretch, visits }) => ({
    fromMs: match.fromMs + stretch * widthMs,
    untilMs: Math.min(match.untilMs, match.fromMs + (stretch + 1) * widthMs),
    visits,
  }));
}

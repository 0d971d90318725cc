import type { TimedVisits } from '../domain/costs/pack-parts.ts';
import { sourceColumns } from '../domain/events/columns.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { QueryParameters } from './query-parameters.ts';
import { fromWorkspaceRows } from './workspace-rows.ts';

/** Visits of one campaign in a stretch of time, with these values of tokens; `untilMs` is the first moment after it. */
export type CostMatch = {
  workspaceId: string;
  campaignId: string;
  fromMs: number;
  untilMs: number;
  tokens: Readonly<Record<string, string>>;
};

/** Every visit that was recorded, bots and prefetches too: the edge charges for these as well. */
export function fromMatchingVisits(parameters: QueryParameters, match: CostMatch): string {
  const tokens = Object.entries(match.tokens).map(([name, value]) => {
    // The name becomes part of the statement.
    if (!tokenNames.has(name)) throw new Error('there is no such token');
    return `${name} = ${parameters.bind('String', value)}`;
  });
  return fromCampaignRows(parameters, match, ["type = 'visit'", ...tokens]);
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

const tokenNames: ReadonlySet<string> = new Set(sourceColumns.filter((name) => name.startsWith('token')));

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

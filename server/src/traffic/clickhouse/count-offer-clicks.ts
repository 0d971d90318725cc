import { isId } from '../../platform/ids.ts';
import type { OfferCounts, OfferToCount } from '../traffic-store.ts';
import type { ClickHouseClient } from './client.ts';

// A worker holds the right to count meanwhile; what takes longer is of no use to it. Nor may it crowd out reports.
const timeoutSeconds = 4;
const threadsMax = 2;
const queryBytesMax = 64 * 1_024 * 1_024;

/**
 * What became of offers since a time of their own: visitors who were sent there, and conversions, less those that were
 * taken back. Bots are no clicks. Offers without any are left out. One statement for all of them.
 */
export async function countOfferClicks(
  client: ClickHouseClient,
  offers: readonly OfferToCount[],
): Promise<OfferCounts[]> {
  if (offers.length === 0) return [];
  const result = await client.query({
    query: `
      WITH counted AS (
        SELECT * FROM format(TSV, 'workspace_id UUID, offer_id UUID, since Int64', '${listRows(offers)}')
      )
      SELECT offer_id AS offerId,
        toFloat64(sumIf(visits, outcome = 'offer' AND NOT is_bot) + sumIf(lp_clicks, NOT is_bot)) AS clicks,
        toFloat64(sum(events.conversions)) AS conversions
      FROM events INNER JOIN counted USING (workspace_id, offer_id)
      WHERE workspace_id IN (SELECT workspace_id FROM counted) AND offer_id IN (SELECT offer_id FROM counted)
        AND time >= fromUnixTimestamp64Milli({earliest:Int64}) AND time >= fromUnixTimestamp64Milli(since)
      GROUP BY workspace_id, offer_id`,
    query_params: { earliest: Math.min(...new Set(offers.map(({ sinceMs }) => sinceMs))) },
    clickhouse_settings: {
      max_execution_time: timeoutSeconds,
      // Before reports, which can wait: what is full has to be known at once.
      priority: '1',
      max_threads: threadsMax,
      max_query_size: String(queryBytesMax),
    },
    abort_signal: AbortSignal.timeout((timeoutSeconds + 1) * 1_000),
    format: 'JSONEachRow',
  });
  return await result.json<OfferCounts>();
}

/**
 * As a text that ClickHouse reads like a file. It is part of the statement, since parameters are too short for thousands
 * of offers; so nothing may be in it but ids and numbers.
 */
function listRows(offers: readonly OfferToCount[]): string {
  return offers
    .map(({ workspaceId, offerId, sinceMs }) => {
      if (!isId(workspaceId) || !isId(offerId)) throw new Error('an id is not one');
      return `${workspaceId}\\t${offerId}\\t${Math.floor(sinceMs)}`;
    })
    .join('\\n');
}

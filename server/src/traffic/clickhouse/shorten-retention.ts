import type { ClickHouseClient } from './client.ts';
import { findHeldProblem } from './move/fence.ts';
import type { ShorterRetention } from '../traffic-store.ts';
import { QueryParameters } from './query-parameters.ts';

// Rows that each setting affects, and the date on which their retention starts. Adjustments to conversions have a
// status and expire with the conversion; all other adjustments expire with their visit. The rows of a conversion must
// expire together; otherwise, part of its sum would remain. These rows do not contain the time of the conversion, so
// their retention starts on the day of the change.
const kinds = {
  visits: {
    rows: "(type IN ('visit', 'lpclick') OR (type = 'adjustment' AND status = ''))",
    // Corrections to a click that was stored before its visit expire with the click.
    since: "if(type = 'adjustment' AND lp_clicks = 0, visit_time, time)",
  },
  events: { rows: "(type = 'event' OR (type = 'adjustment' AND status != ''))", since: undefined },
  postbacks: { rows: "type = 'postback'", since: 'time' },
} as const;

/**
 * Shortens the retention of stored rows. ClickHouse rewrites the expiry column in the background and drops rows that
 * have expired. Rows without an expiry date are kept.
 */
export async function shortenRetention(client: ClickHouseClient, change: ShorterRetention): Promise<void> {
  const { rows, since } = kinds[change.kind];
  const parameters = new QueryParameters();
  const changedAt = `fromUnixTimestamp64Milli(${parameters.bind('Int64', change.changedMs)}, 'UTC')`;
  const day = `(toDate(${since ?? changedAt}) + toIntervalDay(${parameters.bind('Int64', change.keptDays)}))`;
  await client.command({
    query: `ALTER TABLE events UPDATE expires = ${day}
      WHERE workspace_id = ${parameters.bind('UUID', change.workspaceId)} AND ${rows}
        AND expires > ${day} AND expires < '2105-12-31'`,
    query_params: parameters.values,
    clickhouse_settings: { mutations_sync: '0' },
  });
  const held = await findHeldProblem(client);
  // Repeated later, because the copy may lack the change.
  if (held !== undefined) throw new Error(held);
}

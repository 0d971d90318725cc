import type { ClickHouseClient } from './client.ts';
import type { ShorterRetention } from '../traffic-store.ts';
import { QueryParameters } from './query-parameters.ts';

/**
 * Which rows a setting is about, and from which day on it counts. Adjustments of goals have a status, and go on the day
 * of their goal; all others go with their visit. Rows of one conversion must go together, or a part of its sum would be
 * left, and they do not say when it began: for them it counts from the day of the change.
 */
const kinds = {
  visits: {
    rows: "(type IN ('visit', 'lpclick') OR (type = 'adjustment' AND status = ''))",
    // What was made of a click whose visit came late goes on the day of the click.
    since: "if(type = 'adjustment' AND lp_clicks = 0, visit_time, time)",
  },
  events: { rows: "(type = 'event' OR (type = 'adjustment' AND status != ''))", since: undefined },
  postbacks: { rows: "type = 'postback'", since: 'time' },
} as const;

/**
 * Brings the day on which rows expire forward to what they would have with so many days; none is put off, so that doing
 * it twice changes nothing. ClickHouse writes that one column anew, in its own time, and drops what has expired by then.
 * Rows without such a day stay.
 */
export async function shortenRetention(client: ClickHouseClient, given: ShorterRetention): Promise<void> {
  const { rows, since } = kinds[given.kind];
  const parameters = new QueryParameters();
  const made = `fromUnixTimestamp64Milli(${parameters.bind('Int64', given.madeMs)}, 'UTC')`;
  const day = `(toDate(${since ?? made}) + toIntervalDay(${parameters.bind('Int64', given.keptDays)}))`;
  await client.command({
    query: `ALTER TABLE events UPDATE expires = ${day}
      WHERE workspace_id = ${parameters.bind('UUID', given.workspaceId)} AND ${rows}
        AND expires > ${day} AND expires < '2105-12-31'`,
    query_params: parameters.values,
    clickhouse_settings: { mutations_sync: '0' },
  });
}

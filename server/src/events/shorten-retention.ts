import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { QueryParameters } from './query-parameters.ts';

/** Adjustments of goals have a status, and go on the day of their goal; all others go with their visit. */
const rowsOf = {
  visits: "(type IN ('visit', 'lpclick') OR (type = 'adjustment' AND status = ''))",
  events: "(type = 'event' OR (type = 'adjustment' AND status != ''))",
  postbacks: "type = 'postback'",
} as const;

export type ShorterRetention = {
  /** Names the order: one that ClickHouse has is not given again, or days would go twice. */
  id: string;
  workspaceId: string;
  kind: keyof typeof rowsOf;
  fewerDays: number;
  /** Rows of later than this were written with the new setting. */
  beforeMs: number;
};

/**
 * Brings forward the day on which rows expire, by so many days. ClickHouse writes that one column anew, in its own time,
 * and drops what has expired by then. Rows without such a day stay.
 */
export async function shortenRetention(client: ClickHouseClient, given: ShorterRetention): Promise<void> {
  if (await isOrdered(client, given.id)) return;
  const parameters = new QueryParameters();
  const days = parameters.bind('Int64', given.fewerDays);
  await client.command({
    query: `ALTER TABLE events UPDATE expires = toDate(greatest(0, toInt32(expires) - ${days}))
      WHERE workspace_id = ${parameters.bind('UUID', given.workspaceId)} AND ${rowsOf[given.kind]}
        AND time < fromUnixTimestamp64Milli(${parameters.bind('Int64', given.beforeMs)}) AND expires < '2105-12-31'
        AND ${parameters.bind('String', given.id)} != ''`,
    query_params: parameters.values,
    clickhouse_settings: { mutations_sync: '0' },
  });
}

async function isOrdered(client: ClickHouseClient, id: string): Promise<boolean> {
  const result = await client.query({
    query: `SELECT count() AS found FROM system.mutations
      WHERE database = currentDatabase() AND table = 'events' AND position(command, {id:String}) > 0`,
    query_params: { id },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ found: string }>();
  return Number(row?.found) > 0;
}

import { insertedAs } from '../events/inserted-as.ts';
import { newId } from '../platform/ids.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';

export type VisitRow = { workspace_id: string; campaign_id: string; visit_time: number } & Record<
  string,
  unknown
>;

/** Puts visits into the table as if they had been shipped; give what shall differ. Tells their ids. */
export async function insertVisitRows(
  clickhouse: ClickHouseClient,
  rows: readonly VisitRow[],
): Promise<string[]> {
  const values = rows.map((row) => {
    const id = newId(row.visit_time);
    return { type: 'visit', id, visit_id: id, time: row.visit_time, visits: 1, outcome: 'offer', ...row };
  });
  const written = values.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [insertedAs(name), value])),
  );
  // Named one by one: columns that are only given and not stored would be left out otherwise.
  const names = [...new Set(written.flatMap((row) => Object.keys(row)))];
  const columns = names as [string, ...string[]];
  await clickhouse.insert({ table: 'events', values: written, format: 'JSONEachRow', columns });
  return values.map(({ visit_id }) => visit_id);
}

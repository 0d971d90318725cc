import { eventColumns } from '../domain/events/columns.ts';
import { insertedAs } from '../events/inserted-as.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { newId } from '../platform/ids.ts';

export type EventCells = Partial<Record<(typeof eventColumns)[number], unknown>>;

/** Puts rows of any type into ClickHouse as they are; what is not given is unknown. Moments are milliseconds. */
export async function insertEventRows(client: ClickHouseClient, rows: readonly EventCells[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ time, visit_time = time, ...rest }) => {
    const row = { batch: newId(), ...rest, time: asText(time), visit_time: asText(visit_time) };
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [insertedAs(name), value]));
  });
  await client.insert({
    table: 'events',
    values,
    columns: ['batch', ...eventColumns].map(insertedAs) as [string, ...string[]],
    format: 'JSONEachRow',
    // A test may write into many months at a time.
    clickhouse_settings: { max_partitions_per_insert_block: '1000' },
  });
}

function asText(timeMs: unknown): string {
  return new Date(Number(timeMs)).toISOString().slice(0, -1).replace('T', ' ');
}

import type { ClickHouseClient } from '../server/src/traffic/clickhouse/client.ts';
import { drawProgress } from './draw-progress.ts';
import { daysWanted, insertQuery, rowKinds } from './reports-data.ts';

const chunk = 250_000;

type TrafficWanted = {
  workspaceId: string;
  campaignIds: readonly string[];
  visits: number;
  /** Number of visits already stored for the same days. */
  base: number;
  /** True to load only visits, without clicks, conversions and postbacks. */
  isVisitsOnly: boolean;
};

/**
 * Generates the traffic in ClickHouse from the oldest to the newest visit, so that the data parts resemble those of a
 * real month.
 */
export async function loadTraffic(client: ClickHouseClient, wanted: TrafficWanted): Promise<void> {
  const { workspaceId, campaignIds, visits, base, isVisitsOnly } = wanted;
  const kinds = rowKinds.slice(0, isVisitsOnly ? 1 : rowKinds.length);
  const startedAt = performance.now();
  for (let first = 0; first < visits; first += chunk) {
    for (const kind of kinds)
      await client.command({
        query: insertQuery(kind),
        query_params: {
          first: base + first,
          base,
          many: Math.min(chunk, visits - first),
          step: (daysWanted * 86_400_000) / visits,
          visits,
          workspace: workspaceId,
          campaigns: [...campaignIds],
        },
        clickhouse_settings: { min_insert_block_size_rows: '1000000', min_insert_block_size_bytes: '0' },
      });
    drawProgress(Math.min(first + chunk, visits) / visits, performance.now() - startedAt);
  }
  process.stderr.write('\n');
}

type Storage = {
  rows: number;
  parts: number;
  bytes: number;
  columns: { name: string; bytes: number }[];
};

/** Reads the table's size on disk, including rollups, and its largest columns. */
export async function readStorage(client: ClickHouseClient): Promise<Storage> {
  const ask = async <Row>(query: string) =>
    await (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
  const where = "database = currentDatabase() AND table = 'events' AND active";
  const [all] = await ask<{ rows: number; parts: number; bytes: number }>(
    `SELECT toFloat64(sum(rows)) AS rows, toFloat64(count()) AS parts, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE ${where}`,
  );
  const columns = await ask<{ name: string; bytes: number }>(`
    SELECT column AS name, toFloat64(sum(column_bytes_on_disk)) AS bytes FROM system.parts_columns WHERE ${where} GROUP BY name
    UNION ALL SELECT concat('projection ', name), toFloat64(sum(bytes_on_disk)) FROM system.projection_parts
    WHERE ${where} GROUP BY name`);
  return {
    ...(all ?? { rows: 0, parts: 0, bytes: 0 }),
    columns: columns.toSorted((a, b) => b.bytes - a.bytes),
  };
}

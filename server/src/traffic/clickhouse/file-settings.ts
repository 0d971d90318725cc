import type { ClickHouseSettings } from '@clickhouse/client';

const memoryBytesMax = 1024 ** 3;
const hoursMax = 6;
// All progress headers together must fit into the 16 KiB that Node accepts as response headers.
const progressEveryMs = 300_000;

/**
 * Returns settings for export queries, which may return any amount of data. Groups, sorts and joins that exceed an
 * eighth of the memory limit spill to disk. A single thread keeps memory use independent of the number of cores and
 * leaves the other cores to interactive queries. The consumer may be slow: ClickHouse waits as long as the consumer
 * keeps reading.
 */
export function fileSettings(memoryBytes = memoryBytesMax) {
  const spillBytes = String(Math.floor(memoryBytes / 8));
  return {
    max_memory_usage: String(memoryBytes),
    max_threads: 1,
    max_rows_to_group_by: '0',
    max_bytes_before_external_group_by: spillBytes,
    max_bytes_before_external_sort: spillBytes,
    // Ratios other than 0 would override the limits above.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    min_external_sort_block_bytes: '0',
    // In the final merge, all spilled runs are open at the same time, each with a block of this size.
    prefer_external_sort_block_bytes: String(1024 ** 2),
    join_algorithm: 'grace_hash',
    max_bytes_in_join: spillBytes,
    max_execution_time: hoursMax * 3_600,
    http_send_timeout: 600,
    // Progress headers keep the connection alive until the first row. Without them, the connection would time out after
    // ten minutes.
    send_progress_in_http_headers: 1,
    http_headers_progress_interval_ms: String(progressEveryMs),
    // Export queries have a lower priority than interactive queries.
    priority: '3',
  } as const satisfies ClickHouseSettings;
}

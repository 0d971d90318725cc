import type { ClickHouseSettings } from '@clickhouse/client';

const memoryBytesMax = 1024 ** 3;
const hoursMax = 6;
// All progress headers together must fit into the 16 KiB that Node accepts as response headers.
const progressEveryMs = 300_000;

/**
 * Limits of export queries, which may have any size. Groups, sorts and joins that exceed an eighth of the memory
 * limit spill to disk. A single thread keeps memory use independent of the number of cores and leaves the others to
 * interactive queries. The consumer may be slow: ClickHouse waits as long as it keeps reading.
 */
export function fileSettings(memoryBytes = memoryBytesMax) {
  const spillBytes = String(Math.floor(memoryBytes / 8));
  return {
    max_memory_usage: String(memoryBytes),
    max_threads: 1,
    max_rows_to_group_by: '0',
    max_bytes_before_external_group_by: spillBytes,
    max_bytes_before_external_sort: spillBytes,
    // Otherwise these ratios would override the limits above.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    min_external_sort_block_bytes: '0',
    // All spilled runs are open at the end, each with a block of this size.
    prefer_external_sort_block_bytes: String(1024 ** 2),
    join_algorithm: 'grace_hash',
    max_bytes_in_join: spillBytes,
    max_execution_time: hoursMax * 3_600,
    http_send_timeout: 600,
    // Keep-alive before the first row: without progress headers, the connection would time out after ten minutes.
    send_progress_in_http_headers: 1,
    http_headers_progress_interval_ms: String(progressEveryMs),
    // After interactive queries.
    priority: '3',
  } as const satisfies ClickHouseSettings;
}

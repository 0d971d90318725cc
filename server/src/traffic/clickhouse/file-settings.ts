import type { ClickHouseSettings } from '@clickhouse/client';

const memoryBytesMax = 1024 ** 3;
const hoursMax = 6;
// All of them together have to fit into what Node takes as headers of an answer, 16 KiB.
const progressEveryMs = 300_000;

/**
 * What questions behind a file may take. They may be of any size: what does not fit into an eighth of their memory goes
 * to the disk of ClickHouse, groups, order and tags alike, and comes back in small blocks. One thread has all of that
 * memory, on a machine with any number of cores, and leaves the others to those who wait for a page. Whoever takes the
 * file may be slow: ClickHouse waits for them as long as they take something.
 */
export function fileSettings(memoryBytes = memoryBytesMax) {
  const held = String(Math.floor(memoryBytes / 8));
  return {
    max_memory_usage: String(memoryBytes),
    max_threads: 1,
    max_rows_to_group_by: '0',
    max_bytes_before_external_group_by: held,
    max_bytes_before_external_sort: held,
    // A share of the machine would count otherwise, and the limits above would not.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    min_external_sort_block_bytes: '0',
    // All that were put aside are open together at the end, each with a block of this size.
    prefer_external_sort_block_bytes: String(1024 ** 2),
    join_algorithm: 'grace_hash',
    max_bytes_in_join: held,
    max_execution_time: hoursMax * 3_600,
    http_send_timeout: 600,
    // Signs of life before the first row: without any, the connection would be taken for dead after ten minutes.
    send_progress_in_http_headers: 1,
    http_headers_progress_interval_ms: String(progressEveryMs),
    // Behind what somebody waits for on a page.
    priority: '3',
  } as const satisfies ClickHouseSettings;
}

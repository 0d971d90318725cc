-- What `waypost doctor` writes and reads back, to show that inserts reach the disk.
CREATE TABLE IF NOT EXISTS write_probe {{on_cluster}} (
  id UUID,
  written_at DateTime64(3, 'UTC')
)
ENGINE = {{engine:MergeTree}}
ORDER BY id
TTL toDateTime(written_at) + INTERVAL 1 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Names of the batches whose rows `waypost move` copied from another store, so that they are not stored again. PostgreSQL
-- keeps the names of batches for as long.
CREATE TABLE IF NOT EXISTS moved_batches {{on_cluster}} (
  name String,
  moved_at DateTime DEFAULT now()
)
ENGINE = {{engine:ReplacingMergeTree}}
ORDER BY name
TTL moved_at + INTERVAL 90 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

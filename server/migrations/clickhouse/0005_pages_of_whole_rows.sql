-- A page of whole rows is read in as many places of the table as it has rows, and from each place a whole stretch of rows,
-- in blocks. Shorter stretches make that quicker; merges of large parts decide how long they are, so that nothing has to be
-- written anew: what is there already follows as it is merged.
ALTER TABLE events {{on_cluster}} MODIFY SETTING merge_max_block_size = 2048;
-- So do smaller blocks. These columns take less room in them, too; the others would take more.
ALTER TABLE events {{on_cluster}}
  (MODIFY COLUMN IF EXISTS external_id MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token1 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token2 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token3 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token4 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token5 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token6 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token7 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token8 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token9 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token10 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token11 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token12 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token13 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token14 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS token15 MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS country MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS region MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS city MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS isp MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS language MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS referrer MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS referrer_domain MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS path_id MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS landing_id MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS offer_id MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768),
  (MODIFY COLUMN IF EXISTS affiliate_network_id MODIFY SETTING min_compress_block_size = 8192, max_compress_block_size = 32768);
-- The lists of its values are most of what user agents take.
ALTER TABLE events {{on_cluster}} MODIFY COLUMN IF EXISTS user_agent CODEC(ZSTD(9));
-- Whether a batch has arrived is seldom asked: an index that is wrong once in ten stretches takes half the room.
ALTER TABLE events {{on_cluster}} ADD INDEX IF NOT EXISTS batches batch TYPE bloom_filter(0.1) GRANULARITY 1;
ALTER TABLE events {{on_cluster}} DROP INDEX IF EXISTS batch_index;
ALTER TABLE events {{on_cluster}} MATERIALIZE INDEX IF EXISTS batches SETTINGS mutations_sync = 0;

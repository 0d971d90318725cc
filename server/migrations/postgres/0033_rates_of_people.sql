-- Sessions and people have buckets beside keys, so the id is of any of them. One that has long been full says the same
-- as none, and is deleted in time.
ALTER TABLE rate_buckets DROP CONSTRAINT rate_buckets_key_id_fkey;

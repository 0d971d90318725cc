-- What the search over everything looks at, in small letters and line by line: the name, then the short name, then the
-- host of the URL. Worked out when a record is written: to do so for thousands of records at every key that somebody
-- types took most of the time of a search.
ALTER TABLE campaigns ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED;
ALTER TABLE rotators ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED;
ALTER TABLE affiliate_networks ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED;
ALTER TABLE domains ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(host) || E'\n') STORED;
ALTER TABLE api_keys ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(label) || E'\n') STORED;
ALTER TABLE landings ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' ||
    left(split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1), 255) || E'\n') STORED;
ALTER TABLE offers ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' || coalesce(lower(short_name), '') || E'\n' ||
    left(split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1), 255) || E'\n') STORED;
ALTER TABLE traffic_sources ADD COLUMN searched text COLLATE "C"
  GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' ||
    coalesce(left(split_part(split_part(split_part(lower(postback_url), '/', 3), '?', 1), '#', 1), 255), '') || E'\n') STORED;

-- Lists in the order of names, page by page: whatever their case, and then letter by letter. A column and no expression,
-- since what a function says of rows is not looked up before it is known whose they are. Hosts are cut for it, because an
-- index takes no long texts.
CREATE INDEX campaigns_name ON campaigns (workspace_id, searched, id);
CREATE INDEX rotators_name ON rotators (workspace_id, searched, id);
CREATE INDEX landings_name ON landings (workspace_id, searched, id);
CREATE INDEX offers_name ON offers (workspace_id, searched, id);
CREATE INDEX traffic_sources_name ON traffic_sources (workspace_id, searched, id);
CREATE INDEX affiliate_networks_name ON affiliate_networks (workspace_id, searched, id);
CREATE INDEX domains_name ON domains (workspace_id, searched, id);

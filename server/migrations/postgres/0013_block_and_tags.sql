-- Paths that turn visitors away. Such a path has no landing pages, offers or caps.
ALTER TABLE rotator_paths ADD COLUMN blocks boolean NOT NULL DEFAULT false;
-- Destination of blocked visitors. Null for an answer with status 404.
ALTER TABLE workspaces ADD COLUMN block_url text;
GRANT UPDATE (block_url) ON workspaces TO waypost_app;

-- Tags of records, in alphabetical order.
ALTER TABLE campaigns ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE traffic_sources ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE affiliate_networks ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE offers ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE landings ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE rotators ADD COLUMN tags text[] NOT NULL DEFAULT '{}';

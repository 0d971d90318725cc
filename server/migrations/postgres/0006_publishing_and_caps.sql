-- Publishing -----------------------------------------------------------------------------------------------------

-- Publishing state of each campaign. A change increments `requested` in its own transaction, and a worker compiles the
-- campaign until `compiled` has caught up, so that several changes need only one compilation. Compiled campaigns get
-- their sequence number from publication_clock after the commit, so that changes do not wait for each other.
CREATE TABLE campaign_publications (
  campaign_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  requested bigint NOT NULL DEFAULT 1,
  compiled bigint NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  -- Reason why the last compilation failed. The previous version stays live.
  failure text,
  -- Live version. Null if the campaign is archived or has not been compiled yet.
  version integer,
  -- Edges read changes in this order.
  sequence bigint,
  is_numbered boolean NOT NULL DEFAULT true,
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK (compiled BETWEEN 0 AND requested)
);
CREATE INDEX campaign_publications_waiting ON campaign_publications (requested_at) WHERE requested > compiled;
CREATE INDEX campaign_publications_unnumbered ON campaign_publications (campaign_id) WHERE NOT is_numbered;
CREATE INDEX campaign_publications_sequence ON campaign_publications (sequence, campaign_id);

-- Every compiled configuration of a campaign, numbered from 1. Reports refer to these numbers.
CREATE TABLE campaign_versions (
  campaign_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  workspace_id uuid NOT NULL,
  document jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, version),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE campaign_publications
  ADD CONSTRAINT campaign_publications_version FOREIGN KEY (campaign_id, version)
  REFERENCES campaign_versions (campaign_id, version);

-- A single row, locked while committed changes are numbered, so that an edge that has seen a number has seen all lower
-- ones.
CREATE TABLE publication_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sequence bigint NOT NULL,
  -- Edges read the list of tracking domains again when this number changes.
  hosts_version bigint NOT NULL DEFAULT 1
);
INSERT INTO publication_clock (sequence) VALUES (0);

-- Changes of tracking domains. A worker deletes committed rows and increments hosts_version. If each change incremented
-- it, the changes of all workspaces would wait for each other and could deadlock.
CREATE TABLE host_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);

-- Running edges. An edge whose lease has expired is ignored.
CREATE TABLE edges (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  lease_until timestamptz NOT NULL,
  applied_sequence bigint NOT NULL CHECK (applied_sequence >= 0),
  -- A spool outlives its process. The next process with the same spool replaces the row.
  spool text,
  -- All rows before this time have been shipped. Reports are complete up to it.
  shipped_until timestamptz
);
CREATE INDEX edges_spool ON edges (spool);

-- Caps -----------------------------------------------------------------------------------------------------------

-- A single row, locked by the worker that counts. The version is incremented when full_records or cap_counts change.
CREATE TABLE cap_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL,
  counted_at timestamptz NOT NULL
);
INSERT INTO cap_clock (version, counted_at) VALUES (1, '-infinity');

-- Offers and paths that have reached a cap, and when the last of the reached caps is reset.
CREATE TABLE full_records (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  full_until timestamptz NOT NULL
);
CREATE INDEX full_records_workspace ON full_records (workspace_id, record_id);

-- Counts for total caps up to `settled_until`, whose events may have been deleted. Later events are counted each time, so
-- that late rows are included.
CREATE TABLE cap_totals (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  settled_until timestamptz NOT NULL,
  arrivals bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0
);
CREATE INDEX cap_totals_workspace ON cap_totals (workspace_id, record_id);

-- Visitors of capped offers and paths up to `before_ms`, from which edges continue to count. Edges read rows with a higher
-- version than the last one that they know.
CREATE TABLE cap_counts (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  before_ms bigint NOT NULL,
  caps jsonb NOT NULL
);
CREATE INDEX cap_counts_workspace ON cap_counts (workspace_id, record_id);
CREATE INDEX cap_counts_version ON cap_counts (version);

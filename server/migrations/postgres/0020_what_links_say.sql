-- By which links of landing pages name an offer. Never a number: those name places in a path's list.
ALTER TABLE offers ADD COLUMN short_name text CHECK (short_name ~ '^[a-z][a-z0-9-]{0,39}$');

-- The most that a source can say a visit costs, in the currency of the workspace: links are in everybody's hands.
ALTER TABLE workspaces ADD COLUMN max_cost_per_visit numeric(18, 6) NOT NULL DEFAULT 100 CHECK (max_cost_per_visit > 0);
GRANT UPDATE (max_cost_per_visit) ON workspaces TO waypost_app;

-- The currency of what the source sends as cost; none where it is that of the workspace.
ALTER TABLE traffic_sources ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$');

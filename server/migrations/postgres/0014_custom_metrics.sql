-- Metrics that workspaces define as formulas. Deleted rows stay, so that their numbers are not reused in saved reports.
CREATE TABLE custom_metrics (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  -- Part of the metric's ID in reports, such as custom3.
  number integer NOT NULL CHECK (number >= 1),
  name text NOT NULL,
  formula text NOT NULL CHECK (char_length(formula) <= 500),
  format text NOT NULL CHECK (format IN ('number', 'amount', 'percentage')),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 6),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  UNIQUE (workspace_id, number)
);

ALTER TABLE custom_metrics ENABLE ROW LEVEL SECURITY;
ALTER TABLE custom_metrics FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON custom_metrics TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON custom_metrics TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());

GRANT SELECT, INSERT, UPDATE (name, formula, format, decimals, version, updated_at, deleted_at)
  ON custom_metrics TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON custom_metrics TO waypost_system;

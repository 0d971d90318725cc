-- Changes of all records of a workspace are listed newest first.
CREATE INDEX IF NOT EXISTS record_versions_recent ON record_versions (workspace_id, created_at, record_id);

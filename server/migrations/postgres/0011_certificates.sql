-- Certificates for HTTPS. A row without a chain is a host that needs its first certificate.
CREATE TABLE certificates (
  host text PRIMARY KEY,
  -- Certificate and intermediate certificates, in PEM.
  chain text,
  -- Encrypted with a key that is derived from WAYPOST_COOKIE_SECRET, which all edges have.
  sealed_key bytea,
  not_before timestamptz,
  not_after timestamptz,
  -- Increases with each new certificate.
  version integer NOT NULL DEFAULT 0,
  wanted_at timestamptz NOT NULL,
  -- Attempts that failed since the last certificate.
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  last_error text,
  last_error_at timestamptz,
  -- Token of a TLS-ALPN challenge while an order is open.
  challenge_token text
);
CREATE INDEX certificates_due ON certificates (next_attempt_at);

-- Orders of the last hours, for the limits that protect the quota at the certificate authority.
CREATE TABLE certificate_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  -- Null for the hosts of the installation.
  workspace_id uuid REFERENCES workspaces (id),
  ordered_at timestamptz NOT NULL
);
CREATE INDEX certificate_orders_time ON certificate_orders (ordered_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['certificates', 'certificate_orders'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON certificates, certificate_orders TO waypost_system;

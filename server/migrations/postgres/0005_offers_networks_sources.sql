-- The rest of what a network, an offer and a source are.
ALTER TABLE affiliate_networks
  ADD COLUMN click_id_param text CHECK (char_length(click_id_param) BETWEEN 1 AND 120),
  ADD COLUMN default_payout numeric(18, 6) CHECK (default_payout >= 0),
  ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- Addresses and ranges that conversions may come from; an empty list allows all.
  ADD COLUMN postback_ips text[] NOT NULL DEFAULT '{}',
  -- The network's words for a state, in lower case, and ours.
  ADD COLUMN status_map jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(status_map) = 'object'),
  ADD COLUMN duplicate_policy text NOT NULL DEFAULT 'ignore'
    CHECK (duplicate_policy IN ('ignore', 'update', 'accumulate', 'append'));

CREATE INDEX affiliate_networks_order ON affiliate_networks (workspace_id, created_at, id);

ALTER TABLE offers
  ADD COLUMN payout_mode text NOT NULL DEFAULT 'auto' CHECK (payout_mode IN ('auto', 'fixed')),
  ADD COLUMN payout_amount numeric(18, 6) CHECK (payout_amount >= 0),
  ADD COLUMN cap_limit integer CHECK (cap_limit >= 1),
  ADD COLUMN cap_counts text CHECK (cap_counts IN ('conversions', 'clicks')),
  ADD COLUMN overflow_offer_id uuid,
  ADD CONSTRAINT offers_fixed_payout CHECK ((payout_mode = 'fixed') = (payout_amount IS NOT NULL)),
  ADD CONSTRAINT offers_whole_cap CHECK ((cap_limit IS NULL) = (cap_counts IS NULL)),
  ADD CONSTRAINT offers_overflow_needs_cap CHECK (overflow_offer_id IS NULL OR cap_limit IS NOT NULL),
  ADD CONSTRAINT offers_overflow_elsewhere CHECK (overflow_offer_id <> id),
  ADD CONSTRAINT offers_overflow FOREIGN KEY (workspace_id, overflow_offer_id) REFERENCES offers (workspace_id, id);

CREATE INDEX offers_order ON offers (workspace_id, created_at, id);
CREATE INDEX offers_overflow_offer ON offers (workspace_id, overflow_offer_id);

-- Which query parameter fills token1 to token15: a list of {index, param, name}. Without one, the parameters of the
-- same names fill them.
ALTER TABLE traffic_sources
  ADD COLUMN tokens jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(tokens) = 'array' AND jsonb_array_length(tokens) <= 15);

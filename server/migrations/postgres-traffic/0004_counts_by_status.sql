-- Counts by status in the rollups: without them every such report read all rows of its range.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['campaign_days', 'campaign_hours', 'place_hours', 'offer_days'] LOOP
    EXECUTE format('ALTER TABLE traffic.%I
      ADD COLUMN conversions_hold integer NOT NULL DEFAULT 0,
      ADD COLUMN conversions_approved integer NOT NULL DEFAULT 0,
      ADD COLUMN conversions_refunded integer NOT NULL DEFAULT 0,
      ADD COLUMN events_rejected integer NOT NULL DEFAULT 0', name);
  END LOOP;
END
$$;

-- What is there already: each group of such rows has its sums, to which these are added.
SET LOCAL ROLE waypost_system;
DO $$
DECLARE
  rollup record;
BEGIN
  FOR rollup IN SELECT * FROM (VALUES
    ('campaign_days', 86400000, 'campaign_id, traffic_source_id, rotator_id'),
    ('campaign_hours', 3600000, 'campaign_id, traffic_source_id, rotator_id'),
    ('place_hours', 3600000, 'country, device_type'),
    ('offer_days', 86400000, 'offer_id, affiliate_network_id, landing_id')
  ) AS known (name, stretch, keys) LOOP
    EXECUTE format('INSERT INTO traffic.%1$I AS kept (workspace_id, start, %3$s, rows, visits, unique_visits, bot_visits,
        prefetch_visits, lp_views, lp_clicks, conversions, cost, revenue, revenue_hold, revenue_approved,
        conversions_hold, conversions_approved, conversions_refunded, events_rejected)
      SELECT workspace_id, visit_time / %2$s * %2$s, %3$s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        coalesce(sum(conversions) FILTER (WHERE status = ''hold''), 0),
        coalesce(sum(conversions) FILTER (WHERE status = ''approved''), 0),
        coalesce(sum(conversions) FILTER (WHERE status = ''refunded''), 0),
        coalesce(sum(events) FILTER (WHERE status = ''rejected''), 0)
      FROM traffic.events WHERE status IN (''hold'', ''approved'', ''refunded'', ''rejected'')
      GROUP BY workspace_id, visit_time / %2$s * %2$s, %3$s
      ON CONFLICT (workspace_id, start, %3$s) DO UPDATE SET conversions_hold = excluded.conversions_hold,
        conversions_approved = excluded.conversions_approved, conversions_refunded = excluded.conversions_refunded,
        events_rejected = excluded.events_rejected', rollup.name, rollup.stretch, rollup.keys);
  END LOOP;
END
$$;
RESET ROLE;

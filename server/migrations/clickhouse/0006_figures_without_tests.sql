-- Test visits, and what follows from them, have the tag waypost-test and are left out of figures. Stored like `rows`: sums in
-- rollups over what is worked out of another column were wrong after a deletion.
ALTER TABLE events {{on_cluster}} ADD COLUMN IF NOT EXISTS is_test Bool DEFAULT has(tags, 'waypost-test');

-- Rollups tell tests apart. They have other names than those that they replace: a migration that was killed can then be
-- done again while rows are still being summed up. Until then questions read the rows, and answer the same.
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS counted_campaign_days (
  SELECT workspace_id, is_test, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, is_test, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_days;
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS counted_campaign_days SETTINGS mutations_sync = 0;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS counted_place_hours (
  SELECT workspace_id, is_test, toStartOfHour(visit_time), country, device_type,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, is_test, toStartOfHour(visit_time), country, device_type
);
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS place_hours;
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS counted_place_hours SETTINGS mutations_sync = 0;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS counted_campaign_hours (
  SELECT workspace_id, is_test, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, is_test, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_hours;
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS counted_campaign_hours SETTINGS mutations_sync = 0;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS counted_offer_hours (
  SELECT workspace_id, is_test, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, is_test, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id
);
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS offer_hours;
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS counted_offer_hours SETTINGS mutations_sync = 0;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS counted_campaign_halves (
  SELECT workspace_id, is_test, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, is_test, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_halves;
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS counted_campaign_halves SETTINGS mutations_sync = 0;

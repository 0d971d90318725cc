-- 1 for a row that was stored before the visit it belongs to, -1 for one that takes such a row back once the visit is
-- there; a third one then stands for both. Nearly all rows have 0 here, so that the few are found without reading others.
ALTER TABLE events {{on_cluster}} ADD COLUMN IF NOT EXISTS late Int8 DEFAULT multiIf(
  has(reasons, 'withdrawn'), -1, has(reasons, 'visit-unknown') AND visit_low != 0, 1, 0);
-- How many rows it makes: none together with the one that it takes back. Stored, since sums in rollups over what is worked
-- out of another column were wrong after a deletion.
ALTER TABLE events {{on_cluster}} ADD COLUMN IF NOT EXISTS rows Int8 DEFAULT if(late = -1, -1, 1);
ALTER TABLE events {{on_cluster}} ADD INDEX IF NOT EXISTS late_index late TYPE minmax GRANULARITY 1;

-- Rollups know how many rows there are in truth: a group in which each was taken back is none.
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_hours;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS campaign_hours (
  SELECT workspace_id, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id, sum(visits),
    sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS campaign_hours;
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_days;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS campaign_days (
  SELECT workspace_id, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id, sum(visits),
    sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS campaign_days;
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS place_hours;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS place_hours (
  SELECT workspace_id, toStartOfHour(visit_time), country, device_type, sum(visits), sum(unique_visits),
    sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue),
    sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, toStartOfHour(visit_time), country, device_type
);
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS place_hours;
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS offer_hours;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS offer_hours (
  SELECT workspace_id, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id, sum(visits),
    sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
    sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id
);
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS offer_hours;
ALTER TABLE events {{on_cluster}} DROP PROJECTION IF EXISTS campaign_halves;
ALTER TABLE events {{on_cluster}} ADD PROJECTION IF NOT EXISTS campaign_halves (
  SELECT workspace_id, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id,
    sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks),
    sum(conversions), sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
  GROUP BY workspace_id, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id
);
ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION IF EXISTS campaign_halves;

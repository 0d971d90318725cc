-- Rollups leave out test visits and what follows from them: the rows with the tag waypost-test. Those that are there
-- already are taken out. Caps still count them.
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
      SELECT workspace_id, visit_time / %2$s * %2$s, %3$s, -count(*), -coalesce(sum(visits), 0),
        -coalesce(sum(unique_visits), 0), -coalesce(sum(bot_visits), 0), -coalesce(sum(prefetch_visits), 0),
        -coalesce(sum(lp_views), 0), -coalesce(sum(lp_clicks), 0), -coalesce(sum(conversions), 0),
        -coalesce(sum(cost), 0), -coalesce(sum(revenue), 0),
        -coalesce(sum(revenue) FILTER (WHERE status = ''hold''), 0),
        -coalesce(sum(revenue) FILTER (WHERE status = ''approved''), 0),
        -coalesce(sum(conversions) FILTER (WHERE status = ''hold''), 0),
        -coalesce(sum(conversions) FILTER (WHERE status = ''approved''), 0),
        -coalesce(sum(conversions) FILTER (WHERE status = ''refunded''), 0),
        -coalesce(sum(events) FILTER (WHERE status = ''rejected''), 0)
      FROM traffic.events WHERE ''waypost-test'' = ANY(tags)
      GROUP BY workspace_id, visit_time / %2$s * %2$s, %3$s
      ON CONFLICT (workspace_id, start, %3$s) DO UPDATE SET rows = kept.rows + excluded.rows,
        visits = kept.visits + excluded.visits, unique_visits = kept.unique_visits + excluded.unique_visits,
        bot_visits = kept.bot_visits + excluded.bot_visits,
        prefetch_visits = kept.prefetch_visits + excluded.prefetch_visits,
        lp_views = kept.lp_views + excluded.lp_views, lp_clicks = kept.lp_clicks + excluded.lp_clicks,
        conversions = kept.conversions + excluded.conversions, cost = kept.cost + excluded.cost,
        revenue = kept.revenue + excluded.revenue, revenue_hold = kept.revenue_hold + excluded.revenue_hold,
        revenue_approved = kept.revenue_approved + excluded.revenue_approved,
        conversions_hold = kept.conversions_hold + excluded.conversions_hold,
        conversions_approved = kept.conversions_approved + excluded.conversions_approved,
        conversions_refunded = kept.conversions_refunded + excluded.conversions_refunded,
        events_rejected = kept.events_rejected + excluded.events_rejected', rollup.name, rollup.stretch, rollup.keys);
    EXECUTE format('DELETE FROM traffic.%I WHERE rows = 0', rollup.name);
  END LOOP;
END
$$;
RESET ROLE;

-- What the settings of a workspace were after each change is kept as that of records is.
ALTER TABLE record_versions DROP CONSTRAINT record_versions_record_type_check;
ALTER TABLE record_versions ADD CONSTRAINT record_versions_record_type_check CHECK (record_type IN
  ('campaign', 'rotator', 'landing', 'offer', 'traffic-source', 'affiliate-network', 'workspace'));

-- What they are now is the first that is known of them. Rows are seen by the roles of the product alone.
SET LOCAL ROLE waypost_system;
INSERT INTO record_versions
  (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
SELECT id, 'workspace', id, version, jsonb_build_object('workspace', jsonb_build_object(
    'name', name, 'timezone', timezone, 'currency', currency, 'fallbackUrl', fallback_url,
    'addressPrivacy', address_privacy, 'visitors', visitors, 'maxCostPerVisit', trim_scale(max_cost_per_visit),
    'retention', jsonb_build_object('visitDays', visit_days, 'eventDays', event_days, 'postbackDays', postback_days),
    'rates', coalesce((SELECT jsonb_object_agg(rates.currency, trim_scale(rate)::text)
      FROM currency_rates AS rates WHERE rates.workspace_id = workspaces.id), '{}'))),
  updated_at, 'system', NULL, 'system'
FROM workspaces;

-- The migration that began with other records saw no rows of them: those that still have no version get it now.
INSERT INTO record_versions
  (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
SELECT workspace_id, record_type, id, version, jsonb_build_object(record_type, content), updated_at, 'system', NULL, 'system'
FROM (
  SELECT workspace_id, 'landing' AS record_type, id, version, updated_at, jsonb_build_object(
    'name', name, 'url', url, 'country', country, 'status', status) AS content
  FROM landings
  UNION ALL
  SELECT workspace_id, 'offer', id, version, updated_at, jsonb_build_object(
    'name', name, 'affiliateNetworkId', affiliate_network_id, 'url', url, 'country', country,
    'payout', jsonb_build_object('mode', payout_mode, 'amount', trim_scale(payout_amount)),
    'caps', caps, 'overflowOfferId', overflow_offer_id, 'shortName', short_name, 'status', status)
  FROM offers
  UNION ALL
  SELECT workspace_id, 'affiliate-network', id, version, updated_at, jsonb_build_object(
    'name', name, 'clickIdParam', click_id_param, 'defaultPayout', trim_scale(default_payout), 'currency', currency,
    'postbackIps', to_jsonb(postback_ips), 'statusMap', status_map, 'duplicatePolicy', duplicate_policy,
    'decimalMark', decimal_mark, 'status', status)
  FROM affiliate_networks
  UNION ALL
  SELECT workspace_id, 'traffic-source', id, version, updated_at, jsonb_build_object(
    'name', name, 'clickIdParam', click_id_param, 'costParam', cost_param, 'postbackUrl', postback_url,
    'clickIdMacro', click_id_macro, 'costMacro', cost_macro, 'currency', currency,
    -- Those of the time before macros say nothing of them.
    'tokens', (SELECT coalesce(jsonb_agg('{"macro": null}' || token ORDER BY place), '[]')
      FROM jsonb_array_elements(tokens) WITH ORDINALITY AS list (token, place)),
    'postbackMethod', postback_method,
    -- What nobody has sealed yet is no value to keep in the clear.
    'postbackHeaders', (SELECT coalesce(jsonb_agg(CASE
        WHEN header ? 'sealed' OR header ->> 'name' ~* '^(content-type|accept|user-agent)$' THEN header
        ELSE jsonb_build_object('name', header -> 'name', 'value', '********') END ORDER BY place), '[]')
      FROM jsonb_array_elements(postback_headers::jsonb) WITH ORDINALITY AS list (header, place)),
    'postbackBody', postback_body, 'status', status)
  FROM traffic_sources
) AS known
WHERE NOT EXISTS (SELECT FROM record_versions AS kept WHERE kept.record_id = known.id);
RESET ROLE;

-- From where a key was last used, as a network: addresses are not kept.
ALTER TABLE api_keys ADD COLUMN last_used_network text CHECK (char_length(last_used_network) <= 64);

-- A campaign that is restored gets the state back that it had before it was archived.
ALTER TABLE campaigns ADD COLUMN archived_from text CHECK (archived_from IN ('active', 'paused'));

-- Campaigns that are archived already: their last version in another state says it.
-- Only the product's own roles see rows.
SET LOCAL ROLE waypost_system;
UPDATE campaigns SET archived_from = (
  SELECT content #>> '{campaign,status}' FROM record_versions AS kept
  WHERE kept.record_type = 'campaign' AND kept.record_id = campaigns.id
    AND content #>> '{campaign,status}' IN ('active', 'paused')
  ORDER BY version DESC LIMIT 1)
WHERE status = 'archived';
RESET ROLE;

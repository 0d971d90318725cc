-- Postbacks at later statuses, and in the form that conversion APIs take: with a method, headers and a body.

ALTER TABLE goal_actions
  -- What has happened so far stays: an action calls once, when its event first counts.
  ADD COLUMN postback_on text[] NOT NULL DEFAULT '{first}' CHECK (
    cardinality(postback_on) > 0
    AND postback_on <@ ARRAY['first', 'hold', 'approved', 'rejected', 'refunded', 'change']),
  ADD COLUMN postback_method text NOT NULL DEFAULT 'GET' CHECK (postback_method IN ('GET', 'POST')),
  -- A list of names and values. Values can be secrets: they are shown to those who may change them, and nowhere else.
  ADD COLUMN postback_headers json NOT NULL DEFAULT '[]' CHECK (json_array_length(postback_headers) <= 20),
  ADD COLUMN postback_body text CHECK (octet_length(postback_body) BETWEEN 1 AND 8192);

ALTER TABLE traffic_sources
  ADD COLUMN postback_method text NOT NULL DEFAULT 'GET' CHECK (postback_method IN ('GET', 'POST')),
  ADD COLUMN postback_headers json NOT NULL DEFAULT '[]' CHECK (json_array_length(postback_headers) <= 20),
  ADD COLUMN postback_body text CHECK (octet_length(postback_body) BETWEEN 1 AND 8192);

ALTER TABLE postback_jobs
  ADD COLUMN occasion text NOT NULL DEFAULT 'first'
    CHECK (occasion IN ('first', 'hold', 'approved', 'rejected', 'refunded', 'change')),
  -- In the order in which they were planned, whatever the clocks of workers say.
  ADD COLUMN place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- As they are sent, with their macros filled in.
  ADD COLUMN headers json NOT NULL DEFAULT '[]',
  ADD COLUMN body text CHECK (octet_length(body) <= 1048576),
  DROP CONSTRAINT postback_jobs_conversion_id_key;

-- That a conversion counted is told once, whatever is tried again; and so is each of its later changes.
CREATE UNIQUE INDEX postback_jobs_first ON postback_jobs (conversion_id) WHERE occasion = 'first';
CREATE UNIQUE INDEX postback_jobs_changes ON postback_jobs (conversion_id, event_id);

-- Values of headers of postbacks are sealed from now on: {"name", "sealed"} in place of {"name", "value"}. Whoever has the
-- key seals those that are still plain. These indexes hold what is left to be sealed, so they are empty soon, and stay so.
CREATE INDEX record_versions_plain_headers ON record_versions (record_id, version)
  WHERE content @? '$.goals[*].actions[*].postbackHeaders[*] ? (@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';
CREATE INDEX postback_jobs_plain_headers ON postback_jobs (id)
  WHERE headers::jsonb @? '$[*] ? (@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';

-- A version is never changed otherwise.
GRANT UPDATE (content) ON record_versions TO waypost_system;

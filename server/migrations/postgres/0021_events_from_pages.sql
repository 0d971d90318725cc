-- What a page reports can be reported by anybody who opens it: an action takes it only where that was chosen.
ALTER TABLE goal_actions
  ADD COLUMN taken_from text NOT NULL DEFAULT 'network' CHECK (taken_from IN ('network', 'page', 'both'));

-- `PAGE` is what the script on a page reported. No request of a network can have it, whatever its parameters say.
ALTER TABLE inbox
  DROP CONSTRAINT inbox_method_check,
  ADD CONSTRAINT inbox_method_check CHECK (method IN ('GET', 'POST', 'PAGE'));

-- Until now only the body said so, in one form: a click id of 38 characters, and then where it came from.
SET LOCAL ROLE waypost_system;
UPDATE inbox SET method = 'PAGE'
WHERE method = 'POST' AND query = '' AND content_type = 'application/json'
  AND substring(body FROM 1 FOR 8) = '{"cid":"'::bytea AND substring(body FROM 47 FOR 15) = '","from":"page"'::bytea;
RESET ROLE;

-- Whether a page reported it. A network that reports the same later takes its place.
ALTER TABLE conversions ADD COLUMN is_from_page boolean NOT NULL DEFAULT false;

-- How a network writes its amounts, where 1,234 could be read in two ways.
ALTER TABLE affiliate_networks ADD COLUMN decimal_mark text CHECK (decimal_mark IN ('point', 'comma'));
